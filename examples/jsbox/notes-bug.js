// The notebook with its bug: it is saved in `exit`, which never comes when the system kills a suspended JSBox.

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

$app.listen({exit: save});
