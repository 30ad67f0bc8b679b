// The countdown with its bug: it counts the ticks of a timer, which stands still while JSBox is suspended.

const SECONDS = 300;

let rest = 0;

function show() {
    $("rest").text = String(rest);
}

function start() {
    rest = SECONDS;
    show();
}

$ui.render({
    props: {title: "Countdown"},
    views: [
        {type: "label", props: {id: "rest", text: ""}, layout: $layout.center},
        {type: "button", props: {id: "start", title: "Start"}, layout: $layout.center, events: {tapped: start}},
    ],
});

$timer.schedule({
    interval: 1,
    handler() {
        rest = Math.max(0, rest - 1);
        show();
    },
});
$app.listen({ready: show});
