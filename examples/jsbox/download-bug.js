// The downloader with its bug: the download runs in JSBox, and ends when JSBox is suspended.

const BOOK = "https://example.com/book.epub";
const FILE = "book.epub";

function show(text) {
    $("status").text = text;
}

function download() {
    show("downloading");
    $http.download({
        url: BOOK,
        showsProgress: false,
        handler({data, response, error}) {
            if (error) return show(`failed: ${error.localizedDescription}`);
            if (response.statusCode !== 200) return show(`failed: status ${response.statusCode}`);
            $file.write({data, path: FILE});
            show("done");
        },
    });
}

$ui.render({
    props: {title: "Book"},
    views: [
        {type: "label", props: {id: "status", text: ""}, layout: $layout.center},
        {type: "button", props: {id: "again", title: "Again"}, layout: $layout.center, events: {tapped: download}},
    ],
});

$app.listen({
    ready() {
        if ($file.exists(FILE)) show("done");
        else download();
    },
});
