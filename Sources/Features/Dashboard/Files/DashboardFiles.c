#include "DashboardFiles.h"

// In C, as Swift has no #embed; in the standard of 2023, of which the compiler warns in older ones. Each file is text, which a 0 ends.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct greenroom_file site[] = {
    {"api.js", (const char[]){
#embed "../Site/api.js" suffix(, 0)
    }},
    {"app.js", (const char[]){
#embed "../Site/app.js" suffix(, 0)
    }},
    {"appdata.js", (const char[]){
#embed "../Site/appdata.js" suffix(, 0)
    }},
    {"appdialog.js", (const char[]){
#embed "../Site/appdialog.js" suffix(, 0)
    }},
    {"appupdate.js", (const char[]){
#embed "../Site/appupdate.js" suffix(, 0)
    }},
    {"articles.js", (const char[]){
#embed "../Site/articles.js" suffix(, 0)
    }},
    {"assertions.js", (const char[]){
#embed "../Site/assertions.js" suffix(, 0)
    }},
    {"axis.js", (const char[]){
#embed "../Site/axis.js" suffix(, 0)
    }},
    {"behaviortable.js", (const char[]){
#embed "../Site/behaviortable.js" suffix(, 0)
    }},
    {"chinese.js", (const char[]){
#embed "../Site/chinese.js" suffix(, 0)
    }},
    {"chineseapi.js", (const char[]){
#embed "../Site/chineseapi.js" suffix(, 0)
    }},
    {"chineseexplorations.js", (const char[]){
#embed "../Site/chineseexplorations.js" suffix(, 0)
    }},
    {"clockbar.js", (const char[]){
#embed "../Site/clockbar.js" suffix(, 0)
    }},
    {"coalesce.js", (const char[]){
#embed "../Site/coalesce.js" suffix(, 0)
    }},
    {"compare.js", (const char[]){
#embed "../Site/compare.js" suffix(, 0)
    }},
    {"controls.js", (const char[]){
#embed "../Site/controls.js" suffix(, 0)
    }},
    {"coverage.js", (const char[]){
#embed "../Site/coverage.js" suffix(, 0)
    }},
    {"description.js", (const char[]){
#embed "../Site/description.js" suffix(, 0)
    }},
    {"device.js", (const char[]){
#embed "../Site/device.js" suffix(, 0)
    }},
    {"devicelist.js", (const char[]){
#embed "../Site/devicelist.js" suffix(, 0)
    }},
    {"devices.js", (const char[]){
#embed "../Site/devices.js" suffix(, 0)
    }},
    {"dialog.js", (const char[]){
#embed "../Site/dialog.js" suffix(, 0)
    }},
    {"dom.js", (const char[]){
#embed "../Site/dom.js" suffix(, 0)
    }},
    {"download.js", (const char[]){
#embed "../Site/download.js" suffix(, 0)
    }},
    {"drawing.js", (const char[]){
#embed "../Site/drawing.js" suffix(, 0)
    }},
    {"energy.js", (const char[]){
#embed "../Site/energy.js" suffix(, 0)
    }},
    {"eventstream.js", (const char[]){
#embed "../Site/eventstream.js" suffix(, 0)
    }},
    {"explain.js", (const char[]){
#embed "../Site/explain.js" suffix(, 0)
    }},
    {"exploration.js", (const char[]){
#embed "../Site/exploration.js" suffix(, 0)
    }},
    {"explorations.js", (const char[]){
#embed "../Site/explorations.js" suffix(, 0)
    }},
    {"exploring.js", (const char[]){
#embed "../Site/exploring.js" suffix(, 0)
    }},
    {"failures.js", (const char[]){
#embed "../Site/failures.js" suffix(, 0)
    }},
    {"fields.js", (const char[]){
#embed "../Site/fields.js" suffix(, 0)
    }},
    {"fork.js", (const char[]){
#embed "../Site/fork.js" suffix(, 0)
    }},
    {"graphlayout.js", (const char[]){
#embed "../Site/graphlayout.js" suffix(, 0)
    }},
    {"icon.svg", (const char[]){
#embed "../Site/icon.svg" suffix(, 0)
    }},
    {"index.html", (const char[]){
#embed "../Site/index.html" suffix(, 0)
    }},
    {"indexchinese.html", (const char[]){
#embed "../Site/indexchinese.html" suffix(, 0)
    }},
    {"lanes.js", (const char[]){
#embed "../Site/lanes.js" suffix(, 0)
    }},
    {"language.js", (const char[]){
#embed "../Site/language.js" suffix(, 0)
    }},
    {"learn.js", (const char[]){
#embed "../Site/learn.js" suffix(, 0)
    }},
    {"lessonrun.js", (const char[]){
#embed "../Site/lessonrun.js" suffix(, 0)
    }},
    {"life.js", (const char[]){
#embed "../Site/life.js" suffix(, 0)
    }},
    {"manifest.js", (const char[]){
#embed "../Site/manifest.js" suffix(, 0)
    }},
    {"markdown.js", (const char[]){
#embed "../Site/markdown.js" suffix(, 0)
    }},
    {"memory.js", (const char[]){
#embed "../Site/memory.js" suffix(, 0)
    }},
    {"names.js", (const char[]){
#embed "../Site/names.js" suffix(, 0)
    }},
    {"newestlist.js", (const char[]){
#embed "../Site/newestlist.js" suffix(, 0)
    }},
    {"parts.js", (const char[]){
#embed "../Site/parts.js" suffix(, 0)
    }},
    {"paths.js", (const char[]){
#embed "../Site/paths.js" suffix(, 0)
    }},
    {"picker.js", (const char[]){
#embed "../Site/picker.js" suffix(, 0)
    }},
    {"problems.css", (const char[]){
#embed "../Site/problems.css" suffix(, 0)
    }},
    {"pushes.js", (const char[]){
#embed "../Site/pushes.js" suffix(, 0)
    }},
    {"recorddetail.js", (const char[]){
#embed "../Site/recorddetail.js" suffix(, 0)
    }},
    {"records.js", (const char[]){
#embed "../Site/records.js" suffix(, 0)
    }},
    {"registrations.js", (const char[]){
#embed "../Site/registrations.js" suffix(, 0)
    }},
    {"reports.js", (const char[]){
#embed "../Site/reports.js" suffix(, 0)
    }},
    {"requests.js", (const char[]){
#embed "../Site/requests.js" suffix(, 0)
    }},
    {"rulenotes.js", (const char[]){
#embed "../Site/rulenotes.js" suffix(, 0)
    }},
    {"rules.js", (const char[]){
#embed "../Site/rules.js" suffix(, 0)
    }},
    {"saving.js", (const char[]){
#embed "../Site/saving.js" suffix(, 0)
    }},
    {"scenes.js", (const char[]){
#embed "../Site/scenes.js" suffix(, 0)
    }},
    {"schema.js", (const char[]){
#embed "../Site/schema.js" suffix(, 0)
    }},
    {"series.js", (const char[]){
#embed "../Site/series.js" suffix(, 0)
    }},
    {"servertext.js", (const char[]){
#embed "../Site/servertext.js" suffix(, 0)
    }},
    {"statediagram.js", (const char[]){
#embed "../Site/statediagram.js" suffix(, 0)
    }},
    {"stategraph.js", (const char[]){
#embed "../Site/stategraph.js" suffix(, 0)
    }},
    {"style.css", (const char[]){
#embed "../Site/style.css" suffix(, 0)
    }},
    {"tabs.js", (const char[]){
#embed "../Site/tabs.js" suffix(, 0)
    }},
    {"time.js", (const char[]){
#embed "../Site/time.js" suffix(, 0)
    }},
    {"timelinereader.js", (const char[]){
#embed "../Site/timelinereader.js" suffix(, 0)
    }},
    {"timelineview.js", (const char[]){
#embed "../Site/timelineview.js" suffix(, 0)
    }},
    {"token.js", (const char[]){
#embed "../Site/token.js" suffix(, 0)
    }},
    {"warnings.js", (const char[]){
#embed "../Site/warnings.js" suffix(, 0)
    }},
    {"webhooks.js", (const char[]){
#embed "../Site/webhooks.js" suffix(, 0)
    }},
    {"01-states.json", (const char[]){
#embed "../Lessons/01-states.json" suffix(, 0)
    }},
    {"02-launch-leave-return.json", (const char[]){
#embed "../Lessons/02-launch-leave-return.json" suffix(, 0)
    }},
    {"03-interruptions.json", (const char[]){
#embed "../Lessons/03-interruptions.json" suffix(, 0)
    }},
    {"04-five-seconds.json", (const char[]){
#embed "../Lessons/04-five-seconds.json" suffix(, 0)
    }},
    {"05-suspension.json", (const char[]){
#embed "../Lessons/05-suspension.json" suffix(, 0)
    }},
    {"06-silent-push.json", (const char[]){
#embed "../Lessons/06-silent-push.json" suffix(, 0)
    }},
    {"07-memory.json", (const char[]){
#embed "../Lessons/07-memory.json" suffix(, 0)
    }},
    {"08-force-quit.json", (const char[]){
#embed "../Lessons/08-force-quit.json" suffix(, 0)
    }},
    {"09-crash.json", (const char[]){
#embed "../Lessons/09-crash.json" suffix(, 0)
    }},
    {"10-scenes.json", (const char[]){
#embed "../Lessons/10-scenes.json" suffix(, 0)
    }},
    {"11-jsbox.json", (const char[]){
#embed "../Lessons/11-jsbox.json" suffix(, 0)
    }},
    {"12-articles-and-ios18.json", (const char[]){
#embed "../Lessons/12-articles-and-ios18.json" suffix(, 0)
    }},
    {"callbacks.json", (const char[]){
#embed "../Lessons/callbacks.json" suffix(, 0)
    }},
    {"articles.md", (const char[]){
#embed "../../../../docs/articles.md" suffix(, 0)
    }},
    {"articles.zh-CN.md", (const char[]){
#embed "../../../../docs/articles.zh-CN.md" suffix(, 0)
    }},
};

const struct greenroom_file *greenroom_site(void) { return site; }

size_t greenroom_site_count(void) { return sizeof site / sizeof site[0]; }
