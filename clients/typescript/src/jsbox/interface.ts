// What JSBox offers to a script, as its documentation lists it, and how much of it is simulated. What a life gives to a
// script, what is reported as a stand-in, and the table in the guide all come from here.

/**
 * How much of something is simulated: `real` does what JSBox does, `partly` does the part that its note describes,
 * `standIn` does nothing, and the end of a run lists it if the script has used it.
 */
export type Status = "real" | "partly" | "standIn";

/** A global of JSBox. */
export interface Module {
    /** Its page in JSBox's documentation. */
    readonly page: string;
    /** The members that are real, separated by spaces; `()` is the call of the global itself. */
    readonly real?: string;
    /** The members of which a part is real, and which part. */
    readonly partly?: {readonly [member: string]: string};
    /** The members that are stand-ins. A global without any members listed is one altogether. */
    readonly standIn?: string;
}

/** Notes of several members. */
const KEPT = "a value that is kept and changes nothing";
const CLEARED = "nothing: a line of the run stays";

export const INTERFACE: {readonly [global: string]: Module} = {
    $app: {
        page: "foundation/app",
        real: "listen notify close env info isDebugging strings widgetIndex",
        partly: {
            tips: "shows an alert, once for each script", minSDKVer: KEPT, minOSVer: KEPT, theme: KEPT,
            idleTimerDisabled: KEPT, autoKeyboardEnabled: KEPT, keyboardToolbarEnabled: KEPT, rotateDisabled: KEPT,
        },
        standIn: "openURL openBrowser openExtension",
    },
    $ui: {
        page: "uikit/method",
        real: "render push pop popToRoot get alert action menu toast success warning error loading progress create "
            + "window title",
        partly: {
            clearToast: CLEARED,
            popover: "a list of items; one with views of its own is not shown",
            animate: "calls its animations, and then the completion, without any time passing",
        },
        standIn: "controller preview selectIcon",
    },
    $: {page: "uikit/render", real: "()"},
    $delay: {page: "foundation/thread", real: "()"},
    $wait: {page: "foundation/thread", real: "()"},
    $timer: {page: "foundation/thread", real: "schedule"},
    $thread: {
        page: "foundation/thread",
        real: "main",
        partly: {background: "runs on the one thread that a script has, after what runs now"},
    },
    $cache: {page: "foundation/cache", real: "set setAsync get getAsync remove removeAsync clear clearAsync"},
    $prefs: {
        page: "foundation/prefs",
        real: "get set all",
        partly: {open: "is closed at once, without a change"},
        standIn: "edit",
    },
    $keychain: {page: "foundation/keychain", real: "set get remove clear keys"},
    $file: {
        page: "file/method",
        real: "read write delete list copy move mkdir exists isDirectory merge split absolutePath rootPath",
        partly: {download: "reads the file, which is there already", extensions: "only this script"},
    },
    $drive: {
        page: "file/drive",
        real: "read write delete list copy move mkdir exists isDirectory absolutePath",
        partly: {download: "reads the file, which is there already"},
        standIn: "open save",
    },
    $data: {page: "data/method", partly: {"()": "all but `url`, which gives an empty one"}},
    $http: {
        page: "foundation/network",
        real: "request get post download",
        partly: {upload: "sends the form; `progress` is called once, at the end"},
        standIn: "startServer stopServer shorten lengthen",
    },
    $push: {
        page: "extend/push",
        real: "cancel clear",
        partly: {schedule: "by `delay` or `date`; not by region, and a repetition is shown once"},
    },
    $context: {
        page: "context/method",
        real: "query text textItems link linkItems data dataItems allItems clear close",
        partly: {image: "what the test gives", imageItems: "what the test gives", safari: "what the test gives"},
    },
    $clipboard: {
        page: "foundation/clipboard",
        real: "text items set copy clear setTextLocalOnly link links email emails phoneNumber phoneNumbers",
        partly: {image: "what was set", date: "none", dates: "none"},
    },
    $device: {
        page: "foundation/device",
        real: "networkType",
        partly: {
            info: "an iPhone; the language is that of the test", isDarkMode: "false",
            space: "fixed figures", ssid: "none", wlanAddress: "one on Wi-Fi", isIphoneX: "true", isIphonePlus: "false",
            isIpad: "false", isIpadPro: "false", hasTouchID: "false", hasFaceID: "true", isJailbroken: "false",
            isVoiceOverOn: "false",
        },
        standIn: "taptic",
    },
    $l10n: {page: "foundation/l10n", real: "()"},
    $text: {
        page: "extend/text",
        real: "uuid base64Encode base64Decode URLEncode URLDecode HTMLEscape HTMLUnescape MD5 SHA1 SHA256",
        partly: {
            tokenize: "splits at the borders of words that Node knows",
            decodeData: "UTF-8, UTF-16 and ASCII",
            sizeThatFits: "an estimate from the number of characters",
        },
        standIn: "analysis lookup speech ttsVoices convertToPinYin markdownToHtml htmlToMarkdown",
    },
    $input: {page: "component/input", real: "text", standIn: "speech"},
    console: {
        page: "debug/console", real: "log info warn error assert", partly: {clear: CLEARED}, standIn: "open close",
    },
    $console: {page: "debug/console", real: "log info warn error assert", partly: {clear: CLEARED}},
    require: {
        page: "package/module",
        partly: {
            "()": "modules of the script's folder, and of a `node_modules` there; a module that comes with JSBox is a "
                + "stand-in",
        },
    },
    $include: {page: "package/module", real: "()"},
    $addin: {
        page: "addin/method",
        partly: {current: "the name of the script", list: "only this script", eval: "the code is called"},
        standIn: "categories compile delete replay restart run save",
    },

    $rect: {page: "data/method", real: "()"},
    $size: {page: "data/method", real: "()"},
    $point: {page: "data/method", real: "()"},
    $insets: {page: "data/method", real: "()"},
    $range: {page: "data/method", real: "()"},
    $indexPath: {page: "data/method", real: "()"},
    $rgb: {page: "data/method", real: "()"},
    $rgba: {page: "data/method", real: "()"},
    $color: {page: "data/method", partly: {"()": "a value that nothing draws"}},
    $font: {page: "data/method", partly: {"()": "a value that nothing draws"}},
    $image: {page: "data/method", partly: {"()": "a value that nothing draws"}},
    $icon: {page: "data/method", partly: {"()": "a value that nothing draws"}},
    $accessibilityAction: {page: "function/index", partly: {"()": "a value that nothing reads"}},
    $props: {page: "data/object", real: "()"},
    $desc: {page: "data/object", partly: {"()": "the value as JSON"}},

    $system: {
        page: "foundation/system",
        partly: {brightness: "a number", volume: "a number"},
        standIn: "call sms mailto facetime makeIcon",
    },
    $network: {
        page: "foundation/network",
        partly: {ifa_data: "nothing", interfaces: "nothing", proxy_settings: "nothing"},
        standIn: "startPinging stopPinging",
    },
    $picker: {page: "component/picker", standIn: "color data date"},
    $photo: {page: "media/photo", standIn: "delete fetch pick prompt save scan take"},
    $imagekit: {page: "media/imagekit"},
    $audio: {page: "media/audio", standIn: "play pause resume stop seek status duration offset"},
    $pdf: {page: "media/pdf", standIn: "make toImage toImages"},
    $quicklook: {page: "media/quicklook", standIn: "open"},
    $archiver: {page: "extend/archiver", standIn: "zip unzip"},
    $browser: {page: "extend/browser", standIn: "exec"},
    $detector: {page: "extend/detector", standIn: "address date link phoneNumber"},
    $editor: {
        page: "extend/editor",
        standIn: "activate canRedo canUndo deactivate deleteBackward hasText insertText isActive redo save "
            + "selectedRange selectedText setTextInRange text textInRange undo view",
    },
    $qrcode: {page: "extend/qrcode", standIn: "encode decode scan"},
    $share: {page: "extend/share", standIn: "sheet wechat qq universal"},
    $xml: {page: "extend/xml", standIn: "parse"},
    $keyboard: {
        page: "keyboard/method",
        standIn: "insert delete moveCursor playInputClick hasText selectedText textBeforeInput textAfterInput "
            + "getAllText next send dismiss barHidden height",
    },
    $widget: {page: "home-widget/method"},
    $intents: {page: "shortcuts/intents", standIn: "finish height"},
    $calendar: {page: "sdk/calendar", standIn: "fetch create save delete"},
    $reminder: {page: "sdk/reminder", standIn: "fetch create save delete"},
    $contact: {
        page: "sdk/contact",
        standIn: "pick fetch create save delete fetchGroups fetchGroup addGroup deleteGroup updateGroup addToGroup "
            + "removeFromGroup",
    },
    $location: {
        page: "sdk/location",
        standIn: "available fetch get select snapshot startUpdates stopUpdates trackHeading",
    },
    $motion: {page: "sdk/motion", standIn: "startUpdates stopUpdates"},
    $message: {page: "sdk/message", standIn: "sms mail"},
    $safari: {page: "sdk/safari", standIn: "open items inject addReadingItem"},
    $server: {page: "network/server", standIn: "new start"},
    $socket: {page: "network/socket", standIn: "new"},
    $sqlite: {page: "sqlite/usage", standIn: "open close dbQueue"},
    $ssh: {page: "ssh/intro", standIn: "connect disconnect"},
    $nodejs: {page: "about/changelog", standIn: "run"},
    $objc: {page: "runtime/invoke"},
    $define: {page: "runtime/define"},
    $delegate: {page: "runtime/define"},
    $block: {page: "runtime/blocks"},
    $defc: {page: "runtime/c"},
    $objc_retain: {page: "runtime/memory"},
    $objc_release: {page: "runtime/memory"},
    $objc_clean: {page: "function/index"},
    $get_protocol: {page: "function/index"},
};

/** The methods of a view that are stand-ins. */
export const VIEW_STAND_INS: readonly string[] = (
    "scrollTo scrollToOffset scrollBy setEditing beginRefreshing endRefreshing endFetchingMore eval exec notify "
    + "goBack goForward reload reloadFromOrigin stopLoading play pause stop toggle resume seek setNeedsDisplay "
    + "beginUpdate endUpdate dispatchEvent showOriginal update setDelegate rewind select selectRowAtIndexPath"
).split(" ");

const mask = (bit: number): number => 2 ** bit;

/** The constants of JSBox, by their names. */
export const CONSTANTS: {readonly [name: string]: {readonly [name: string]: unknown}} = {
    $env: {app: 1, today: 2, action: 4, safari: 8, notification: 16, keyboard: 32, siri: 64, widget: 128, all: 255},
    $align: {left: 0, center: 1, right: 2, justified: 3, natural: 4},
    $contentMode: {
        scaleToFill: 0, scaleAspectFit: 1, scaleAspectFill: 2, redraw: 3, center: 4, top: 5, bottom: 6, left: 7,
        right: 8,
    },
    $btnType: {custom: 0, system: 1, disclosure: 2, infoLight: 3, infoDark: 4, contactAdd: 5},
    $alertActionType: {default: 0, cancel: 1, destructive: 2},
    $lineCap: {butt: 0, round: 1, square: 2},
    $lineJoin: {miter: 0, round: 1, bevel: 2},
    $mediaType: {
        image: "public.image", jpeg: "public.jpeg", jpeg2000: "public.jpeg-2000", tiff: "public.tiff",
        pict: "com.apple.pict", gif: "com.compuserve.gif", png: "public.png", icns: "com.apple.icns",
        bmp: "com.microsoft.bmp", ico: "com.microsoft.ico", raw: "public.camera-raw-image",
        live: "com.apple.live-photo", movie: "public.movie", video: "public.video", audio: "public.audio",
        mov: "com.apple.quicktime-movie", mpeg: "public.mpeg", mpeg2: "public.mpeg-2-video", mp3: "public.mp3",
        mp4: "public.mpeg-4", avi: "public.avi", wav: "com.microsoft.waveform-audio", midi: "public.midi-audio",
    },
    $imgPicker: {
        quality: {high: 0, medium: 1, low: 2, r640x480: 3, r1280x720: 4, r960x540: 5},
        captureMode: {photo: 0, video: 1}, device: {rear: 0, front: 1}, flashMode: {off: -1, auto: 0, on: 1},
    },
    $kbType: {
        default: 0, ascii: 1, nap: 2, url: 3, number: 4, phone: 5, namePhone: 6, email: 7, decimal: 8, twitter: 9,
        search: 10, asciiPhone: 11,
    },
    $assetMedia: {
        type: {unknown: 0, image: 1, video: 2, audio: 3},
        subType: {
            none: 0, panorama: mask(0), hdr: mask(1), screenshot: mask(2), live: mask(3), depthEffect: mask(4),
            streamed: mask(16), highFrameRate: mask(17), timelapse: mask(18),
        },
    },
    $pageSize: {
        letter: 0, governmentLetter: 1, legal: 2, juniorLegal: 3, ledger: 4, tabloid: 5, custom: 52,
        ...Object.fromEntries(["A", "B", "C"].flatMap((series, index) =>
            Array.from({length: 11}, (_, size) => [`${series}${size}`, 6 + 11 * index + size]))),
    },
    $UIEvent: {
        touchDown: mask(0), touchDownRepeat: mask(1), touchDragInside: mask(2), touchDragOutside: mask(3),
        touchDragEnter: mask(4), touchDragExit: mask(5), touchUpInside: mask(6), touchUpOutside: mask(7),
        touchCancel: mask(8), valueChanged: mask(12), primaryActionTriggered: mask(13), editingDidBegin: mask(16),
        editingChanged: mask(17), editingDidEnd: mask(18), editingDidEndOnExit: mask(19), allTouchEvents: 0xFFF,
        allEditingEvents: 0xF0000, applicationReserved: 0x0F000000, systemReserved: 0xF0000000, allEvents: 0xFFFFFFFF,
    },
    $stackViewAxis: {horizontal: 0, vertical: 1},
    $stackViewDistribution: {fill: 0, fillEqually: 1, fillProportionally: 2, equalSpacing: 3, equalCentering: 4},
    $stackViewAlignment: {
        fill: 0, leading: 1, top: 1, firstBaseline: 2, center: 3, trailing: 4, bottom: 4, lastBaseline: 5,
    },
    $stackViewSpacing: {useDefault: 3.4028234663852886e38, useSystem: 1.1754943508222875e-38},
    $popoverDirection: {up: 1, down: 2, left: 4, right: 8, any: 15},
    $scrollDirection: {vertical: 0, horizontal: 1},
    $blurStyle: Object.fromEntries((
        "extraLight light dark extraDark regular prominent ultraThinMaterial thinMaterial material thickMaterial "
        + "chromeMaterial ultraThinMaterialLight thinMaterialLight materialLight thickMaterialLight "
        + "chromeMaterialLight ultraThinMaterialDark thinMaterialDark materialDark thickMaterialDark chromeMaterialDark"
    ).split(" ").map((name, index) => [name, index])),
    $widgetFamily: {
        small: 0, medium: 1, large: 2, xLarge: 3, accessoryCircular: 5, accessoryRectangular: 6, accessoryInline: 7,
    },
};

const words = (text: string | undefined): string[] => (text ?? "").split(" ").filter((word) => word !== "");

/** The members of a global that a script can use, each with its status. */
export function membersOf(global: string): {name: string; status: Status; note?: string}[] {
    const {real, partly = {}, standIn} = INTERFACE[global] ?? {page: ""};
    return [
        ...words(real).map((name) => ({name, status: "real" as const})),
        ...Object.entries(partly).map(([name, note]) => ({name, status: "partly" as const, note})),
        ...words(standIn).map((name) => ({name, status: "standIn" as const})),
    ];
}
