#include "EmbeddedFiles.h"

// In C, as Swift has no #embed; in the standard of 2023, of which the compiler warns in older ones. Each file is text, which a 0 ends.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char description[] = {
#embed "../../docs/openapi.json" suffix(, 0)
};

const char *greenroom_openapi(void) { return description; }

static const struct greenroom_file site[] = {
    {"api.js", (const char[]){
#embed "../Dashboard/Site/api.js" suffix(, 0)
    }},
    {"app.js", (const char[]){
#embed "../Dashboard/Site/app.js" suffix(, 0)
    }},
    {"appdata.js", (const char[]){
#embed "../Dashboard/Site/appdata.js" suffix(, 0)
    }},
    {"appdialog.js", (const char[]){
#embed "../Dashboard/Site/appdialog.js" suffix(, 0)
    }},
    {"appupdate.js", (const char[]){
#embed "../Dashboard/Site/appupdate.js" suffix(, 0)
    }},
    {"assertions.js", (const char[]){
#embed "../Dashboard/Site/assertions.js" suffix(, 0)
    }},
    {"behaviortable.js", (const char[]){
#embed "../Dashboard/Site/behaviortable.js" suffix(, 0)
    }},
    {"chinese.js", (const char[]){
#embed "../Dashboard/Site/chinese.js" suffix(, 0)
    }},
    {"chineseadvice.js", (const char[]){
#embed "../Dashboard/Site/chineseadvice.js" suffix(, 0)
    }},
    {"chineseapi.js", (const char[]){
#embed "../Dashboard/Site/chineseapi.js" suffix(, 0)
    }},
    {"chineseexplorations.js", (const char[]){
#embed "../Dashboard/Site/chineseexplorations.js" suffix(, 0)
    }},
    {"chinesefindings.js", (const char[]){
#embed "../Dashboard/Site/chinesefindings.js" suffix(, 0)
    }},
    {"chinesereasons.js", (const char[]){
#embed "../Dashboard/Site/chinesereasons.js" suffix(, 0)
    }},
    {"chineserefusals.js", (const char[]){
#embed "../Dashboard/Site/chineserefusals.js" suffix(, 0)
    }},
    {"chineseserver.js", (const char[]){
#embed "../Dashboard/Site/chineseserver.js" suffix(, 0)
    }},
    {"clockbar.js", (const char[]){
#embed "../Dashboard/Site/clockbar.js" suffix(, 0)
    }},
    {"coalesce.js", (const char[]){
#embed "../Dashboard/Site/coalesce.js" suffix(, 0)
    }},
    {"controls.js", (const char[]){
#embed "../Dashboard/Site/controls.js" suffix(, 0)
    }},
    {"coverage.js", (const char[]){
#embed "../Dashboard/Site/coverage.js" suffix(, 0)
    }},
    {"description.js", (const char[]){
#embed "../Dashboard/Site/description.js" suffix(, 0)
    }},
    {"device.js", (const char[]){
#embed "../Dashboard/Site/device.js" suffix(, 0)
    }},
    {"devicelist.js", (const char[]){
#embed "../Dashboard/Site/devicelist.js" suffix(, 0)
    }},
    {"devices.js", (const char[]){
#embed "../Dashboard/Site/devices.js" suffix(, 0)
    }},
    {"dialog.js", (const char[]){
#embed "../Dashboard/Site/dialog.js" suffix(, 0)
    }},
    {"dom.js", (const char[]){
#embed "../Dashboard/Site/dom.js" suffix(, 0)
    }},
    {"download.js", (const char[]){
#embed "../Dashboard/Site/download.js" suffix(, 0)
    }},
    {"drawing.js", (const char[]){
#embed "../Dashboard/Site/drawing.js" suffix(, 0)
    }},
    {"energy.js", (const char[]){
#embed "../Dashboard/Site/energy.js" suffix(, 0)
    }},
    {"eventstream.js", (const char[]){
#embed "../Dashboard/Site/eventstream.js" suffix(, 0)
    }},
    {"explain.js", (const char[]){
#embed "../Dashboard/Site/explain.js" suffix(, 0)
    }},
    {"exploration.js", (const char[]){
#embed "../Dashboard/Site/exploration.js" suffix(, 0)
    }},
    {"explorations.js", (const char[]){
#embed "../Dashboard/Site/explorations.js" suffix(, 0)
    }},
    {"exploring.js", (const char[]){
#embed "../Dashboard/Site/exploring.js" suffix(, 0)
    }},
    {"failures.js", (const char[]){
#embed "../Dashboard/Site/failures.js" suffix(, 0)
    }},
    {"fields.js", (const char[]){
#embed "../Dashboard/Site/fields.js" suffix(, 0)
    }},
    {"fork.js", (const char[]){
#embed "../Dashboard/Site/fork.js" suffix(, 0)
    }},
    {"graphlayout.js", (const char[]){
#embed "../Dashboard/Site/graphlayout.js" suffix(, 0)
    }},
    {"icon.svg", (const char[]){
#embed "../Dashboard/Site/icon.svg" suffix(, 0)
    }},
    {"index.html", (const char[]){
#embed "../Dashboard/Site/index.html" suffix(, 0)
    }},
    {"indexchinese.html", (const char[]){
#embed "../Dashboard/Site/indexchinese.html" suffix(, 0)
    }},
    {"lanes.js", (const char[]){
#embed "../Dashboard/Site/lanes.js" suffix(, 0)
    }},
    {"language.js", (const char[]){
#embed "../Dashboard/Site/language.js" suffix(, 0)
    }},
    {"life.js", (const char[]){
#embed "../Dashboard/Site/life.js" suffix(, 0)
    }},
    {"manifest.js", (const char[]){
#embed "../Dashboard/Site/manifest.js" suffix(, 0)
    }},
    {"names.js", (const char[]){
#embed "../Dashboard/Site/names.js" suffix(, 0)
    }},
    {"newestlist.js", (const char[]){
#embed "../Dashboard/Site/newestlist.js" suffix(, 0)
    }},
    {"picker.js", (const char[]){
#embed "../Dashboard/Site/picker.js" suffix(, 0)
    }},
    {"problems.css", (const char[]){
#embed "../Dashboard/Site/problems.css" suffix(, 0)
    }},
    {"pushes.js", (const char[]){
#embed "../Dashboard/Site/pushes.js" suffix(, 0)
    }},
    {"recorddetail.js", (const char[]){
#embed "../Dashboard/Site/recorddetail.js" suffix(, 0)
    }},
    {"records.js", (const char[]){
#embed "../Dashboard/Site/records.js" suffix(, 0)
    }},
    {"registrations.js", (const char[]){
#embed "../Dashboard/Site/registrations.js" suffix(, 0)
    }},
    {"reports.js", (const char[]){
#embed "../Dashboard/Site/reports.js" suffix(, 0)
    }},
    {"requests.js", (const char[]){
#embed "../Dashboard/Site/requests.js" suffix(, 0)
    }},
    {"saving.js", (const char[]){
#embed "../Dashboard/Site/saving.js" suffix(, 0)
    }},
    {"scenes.js", (const char[]){
#embed "../Dashboard/Site/scenes.js" suffix(, 0)
    }},
    {"schema.js", (const char[]){
#embed "../Dashboard/Site/schema.js" suffix(, 0)
    }},
    {"sentences.js", (const char[]){
#embed "../Dashboard/Site/sentences.js" suffix(, 0)
    }},
    {"series.js", (const char[]){
#embed "../Dashboard/Site/series.js" suffix(, 0)
    }},
    {"servertext.js", (const char[]){
#embed "../Dashboard/Site/servertext.js" suffix(, 0)
    }},
    {"sessions.js", (const char[]){
#embed "../Dashboard/Site/sessions.js" suffix(, 0)
    }},
    {"stategraph.js", (const char[]){
#embed "../Dashboard/Site/stategraph.js" suffix(, 0)
    }},
    {"style.css", (const char[]){
#embed "../Dashboard/Site/style.css" suffix(, 0)
    }},
    {"tabs.js", (const char[]){
#embed "../Dashboard/Site/tabs.js" suffix(, 0)
    }},
    {"time.js", (const char[]){
#embed "../Dashboard/Site/time.js" suffix(, 0)
    }},
    {"timelineview.js", (const char[]){
#embed "../Dashboard/Site/timelineview.js" suffix(, 0)
    }},
    {"token.js", (const char[]){
#embed "../Dashboard/Site/token.js" suffix(, 0)
    }},
    {"warnings.js", (const char[]){
#embed "../Dashboard/Site/warnings.js" suffix(, 0)
    }},
    {"webhooks.js", (const char[]){
#embed "../Dashboard/Site/webhooks.js" suffix(, 0)
    }},
};

const struct greenroom_file *greenroom_site(void) { return site; }

size_t greenroom_site_count(void) { return sizeof site / sizeof site[0]; }
