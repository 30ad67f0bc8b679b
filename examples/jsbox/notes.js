// A notebook: what the user writes is saved when the script is left.
const FILE = "notes.txt";

function save() {
    $file.write({data: $data({string: $("editor").text}), path: FILE});
}

$ui.render({
    props: {title: "Notes"},
    views: [{
        type: "text",
        props: {id: "editor", text: $file.exists(FILE) ? $file.read(FILE).string : ""},
        layout: $layout.fill,
    }],
});

$app.listen({pause: save});
