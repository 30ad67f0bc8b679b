import Foundation

/// The root of the repository, some of whose files tests read.
package let repository = URL(filePath: #filePath).appending(path: "../../../..").standardized
