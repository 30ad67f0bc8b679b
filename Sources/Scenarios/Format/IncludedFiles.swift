import LifecycleKernel

/// Where the files are that scenarios include.
public protocol IncludedFiles: Sendable {
    /// The path of the file that a name stands for.
    ///
    /// - Parameters:
    ///   - name: The name as it is written: a path, from the folder of the file that includes it.
    ///   - file: The path of the file that includes it.
    func path(of name: String, from file: String) -> String

    /// The text of a file.
    ///
    /// - Throws: Why it cannot be read.
    func text(at path: String) throws(Rejection) -> String
}

/// No files: a scenario that came alone, as over HTTP, can include none.
struct NoIncludedFiles: IncludedFiles {
    func path(of name: String, from file: String) -> String { name }

    func text(at path: String) throws(Rejection) -> String {
        throw Rejection(
            .invalidValue,
            "This scenario came as one document and can include no files; greenroom test puts them together."
        )
    }
}
