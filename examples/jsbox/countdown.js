// A countdown of five minutes. What is kept is when it ends: timers stand still while JSBox is suspended, and are gone
// when it is killed. A notification says that it has ended, whatever has become of JSBox.

const SECONDS = 300;
const KEY = "end";

function rest() {
    return Math.max(0, Math.round(($cache.get(KEY) - Date.now()) / 1000));
}

function show() {
    $("rest").text = String(rest());
}

function start() {
    $cache.set(KEY, Date.now() + SECONDS * 1000);
    $push.schedule({id: KEY, title: "Countdown", body: "It is over.", delay: SECONDS});
    show();
}

$ui.render({
    props: {title: "Countdown"},
    views: [
        {type: "label", props: {id: "rest", text: ""}, layout: $layout.center},
        {type: "button", props: {id: "start", title: "Start"}, layout: $layout.center, events: {tapped: start}},
    ],
});

$timer.schedule({interval: 1, handler: show});
$app.listen({ready: show, resume: show});
