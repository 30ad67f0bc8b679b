import LifecycleKernel
import Testing

@testable import WebDriver

@Suite("Locators") struct LocatorTests {
    /// An application with two windows; the first has a table of three cells and an empty text, the second a button.
    private static let tree: ScreenTree = {
        func node(_ type: String, _ name: String, _ children: [ScreenNode] = []) -> ScreenNode {
            var node = ScreenNode(type: type, name: name, rect: .init(x: 0, y: 0, width: 10, height: 20))
            node.children = children
            return node
        }
        var off = node("Cell", "c")
        off.isEnabled = false
        var text = node("StaticText", "")
        text.value = "It's 5 o'clock"
        return ScreenTree(
            node(
                "Application",
                "App",
                [
                    node("Window", "1", [node("Table", "list", [node("Cell", "a"), node("Cell", "b"), off]), text]),
                    node("Window", "2", [node("Button", "Save all")]),
                ]
            )
        )
    }()

    private static func names(_ strategy: String, _ text: String, below: Int? = nil) throws -> [String] {
        try Locator(strategy, text).elements(in: tree, below: below).map { tree.elements[$0].node.name }
    }

    @Test(
        "XPath",
        arguments: [
            ("//XCUIElementTypeCell", ["a", "b", "c"]), ("//XCUIElementTypeCell[2]", ["b"]),
            ("//*[@name='a']/..", ["list"]),
            ("/*", ["App"]), ("/AppiumAUT/XCUIElementTypeApplication", ["App"]), ("/AppiumAUT", []),
            ("//XCUIElementTypeWindow[XCUIElementTypeButton]", ["2"]),
            ("//XCUIElementTypeWindow[.//XCUIElementTypeCell]", ["1"]),
            ("//XCUIElementTypeCell[last()]/@name/..", ["c"]),
            ("//XCUIElementTypeCell[position() mod 2 = 1]", ["a", "c"]),
            ("//XCUIElementTypeCell[@enabled='false' or @name='a']", ["a", "c"]),
            ("//*[@value=\"It's 5 o'clock\"]", [""]), ("//*[contains(@value, '5') and not(@name != '')]", [""]),
            ("//XCUIElementTypeCell[@name='c']/preceding-sibling::*[1]", ["b"]),
            ("//XCUIElementTypeCell[@name='a']/following::XCUIElementTypeButton", ["Save all"]),
            ("//XCUIElementTypeButton/preceding::XCUIElementTypeTable", ["list"]),
            ("//XCUIElementTypeCell[1]/ancestor-or-self::*", ["App", "1", "list", "a"]),
            ("(//XCUIElementTypeWindow)[2]//*", ["Save all"]),
            ("//*[@x + 10 = @width and @index = '1']", ["b", "", "2"]),
            ("//*[substring-before(@name, ' ')='Save']", ["Save all"]),
            ("//*[substring(@name, 6)='all']", ["Save all"]),
            ("//*[concat(@name, '!')='a!']", ["a"]), ("//*[number(@name) > 1]", ["2"]),
            ("//*[string-length(@name)=3]", ["App"]),
            ("//XCUIElementTypeCell[not(following-sibling::*)]", ["c"]),
            ("//*[name()='XCUIElementTypeTable']", ["list"]),
            ("//XCUIElementTypeTable | //XCUIElementTypeButton", ["list", "Save all"]),
            ("//XCUIElementTypeAny[@name='b']", ["b"]),
            ("//div", []), ("//*[starts-with(normalize-space(@label),'Save')]", ["Save all"]), ("//text()", []),
            ("//XCUIElementTypeCell[count(../XCUIElementTypeCell) - 1]", ["b"]),
            ("//*[true() and -1 < 0 and 3 div 2 > 1][3]", ["c"]),
        ] as [(String, [String])]
    ) func xpath(text: String, names: [String]) throws {
        #expect(try Self.names("xpath", text) == names)
    }

    @Test("An XPath from an element") func relative() throws {
        let table = try #require(Self.tree.elements.firstIndex { $0.node.name == "list" })
        #expect(try Self.names("xpath", "./XCUIElementTypeCell[1]", below: table) == ["a"])
        #expect(try Self.names("xpath", ".//*", below: table) == ["a", "b", "c"])
        #expect(try Self.names("class name", "XCUIElementTypeWindow", below: table) == [])
    }

    @Test(
        "Predicate strings",
        arguments: [
            ("name == 'a'", ["a"]), ("name = \"a\" OR label=='b'", ["a", "b"]),
            ("type == 'XCUIElementTypeCell' AND enabled == 0", ["c"]),
            ("type == 'XCUIElementTypeCell' && enabled == true && name != 'a'", ["b"]),
            ("value CONTAINS \"o'clock\"", [""]),
            ("value CONTAINS 'It\\'s'", [""]), ("name BEGINSWITH[c] 'save'", ["Save all"]),
            ("name ENDSWITH 'all'", ["Save all"]),
            ("name LIKE 'S?ve*'", ["Save all"]), ("name MATCHES '[a-b]|l.*'", ["list", "a", "b"]),
            ("name MATCHES '\\\\w{4} a(l)+'", ["Save all"]),
            ("NOT type == 'XCUIElementTypeCell' AND name IN {'a', 'list', '2'}", ["list", "2"]),
            ("!(name != 'a')", ["a"]), ("name == nil", []),
            ("index BETWEEN {1, 2} AND type ENDSWITH 'Cell'", ["b", "c"]),
            ("rect.height >= 20 and isWDEnabled == NO", ["c"]),
            ("wdType == 'XCUIElementTypeTable' and visible == 'true'", ["list"]),
            ("TRUEPREDICATE and name == 'a'", ["a"]), ("(name == 'a' or name == 'b') and not name == 'b'", ["a"]),
        ] as [(String, [String])]
    ) func predicates(text: String, names: [String]) throws {
        #expect(try Self.names("-ios predicate string", text) == names)
        #expect(try Self.names("predicate string", text) == names)
    }

    @Test(
        "Class chains",
        arguments: [
            ("**/XCUIElementTypeCell", ["a", "b", "c"]), ("**/XCUIElementTypeCell[-1]", ["c"]),
            ("XCUIElementTypeCell", []),
            ("XCUIElementTypeWindow/*[1]/XCUIElementTypeCell[2]", ["b"]),
            ("**/XCUIElementTypeAny[`name == 'a'`]", ["a"]),
            ("**/XCUIElementTypeWindow[$name == 'a'$]", ["1"]), ("**/XCUIElementTypeCell[`enabled == 1`][2]", ["b"]),
            ("XCUIElementTypeWindow[2]/**/*", ["Save all"]), ("**/XCUIElementTypeCell[4]", []), ("*", ["1", "2"]),
        ] as [(String, [String])]
    ) func classChains(text: String, names: [String]) throws {
        #expect(try Self.names("-ios class chain", text) == names)
    }

    @Test(
        "What cannot be read is an invalid selector that says where",
        arguments: [
            ("xpath", ""), ("xpath", "//"), ("xpath", "//*["), ("xpath", "//*[@name='a'"), ("xpath", "//*[@name='a]"),
            ("xpath", "//*[shout(@name)]"), ("xpath", "//*[contains(@name)]"), ("xpath", "$a"), ("xpath", "//*]"),
            ("xpath", "count(//*)"), ("xpath", "side::*"), ("xpath", "//comment()"),
            ("xpath", String(repeating: "(", count: 1_000)),
            ("predicate string", ""), ("predicate string", "name"), ("predicate string", "name =="),
            ("predicate string", "colour == 'a'"),
            ("predicate string", "name == 'a"), ("predicate string", "name == 'a' AND"),
            ("predicate string", "name MATCHES '('"),
            ("predicate string", "name MATCHES 'a{9999999}'"), ("predicate string", "name == {'a'}"),
            ("predicate string", String(repeating: "!", count: 1_000)), ("predicate string", "(name == 'a'"),
            ("class chain", ""), ("class chain", "Button"), ("class chain", "**/"),
            ("class chain", "**/XCUIElementTypeCell[0]"),
            ("class chain", "**/XCUIElementTypeCell[`name`]"), ("class chain", "**/XCUIElementTypeCell[`name == 'a'"),
            ("css selector", "a"), ("-image", "x"),
        ]
    ) func wrong(strategy: String, text: String) {
        #expect { try Self.names(strategy, text) } throws: { ($0 as? DriverError)?.kind == .invalidSelector }
    }

    @Test(
        "No pattern takes long",
        arguments: ["(a*)*b", "(a|a)*b", "((a+)+)+b", "(a?){100}a{100}b", "(.*)(.*)(.*)(.*)x"]
    ) func patterns(text: String) throws {
        #expect(try !TextPattern(text).matches(String(repeating: "a", count: 400)))
        #expect(try TextPattern(text.replacing("x", with: "b")).matches(String(repeating: "a", count: 150) + "b"))
    }

    @Test("An XPath that looks at everything again and again is given up") func budget() throws {
        var root = ScreenNode(type: "Application", name: "", rect: .init(x: 0, y: 0, width: 1, height: 1))
        root.children = (0..<300).map {
            .init(type: "Cell", name: "\($0)", rect: .init(x: 0, y: 0, width: 1, height: 1))
        }
        let tree = ScreenTree(root)
        let expression = try XPath("//*[count(//*[count(//*) > 1]) > 1]")
        #expect { try XPathEvaluation.elements(expression, in: tree, from: nil) } throws: {
            ($0 as? DriverError)?.kind == .invalidSelector
        }
    }

    @Test("Elements with the same name are told apart") func places() throws {
        let cells = Self.tree.elements.indices.filter { Self.tree.elements[$0].node.type == "Cell" }
        for number in cells {
            #expect(try Self.tree.number(of: Self.tree.id(of: number).description) == number)
        }
    }
}
