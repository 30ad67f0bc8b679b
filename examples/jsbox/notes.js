// A notebook. It saves what the user has written when the script is left: `pause` is the last event that is sure to come.

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
