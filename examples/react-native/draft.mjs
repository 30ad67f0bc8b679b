// Code under test: a draft that is saved when the app is left, and a cache that is dropped when memory is short.
// In an app it is handed React Native's `AppState`, in a test one that a device drives.

/** A draft of the user's. */
export class Draft {
    text = "";
    thumbnails = ["one", "two"];

    /**
     * @param appState React Native's `AppState`
     * @param save saves the text; may take its time
     */
    constructor(appState, save) {
        this.subscriptions = [
            // "inactive" comes first, and is all that a call or the app switcher may leave time for.
            appState.addEventListener("change", async (state) => {
                if (state !== "inactive" || this.text === this.savedText) return;
                this.savedText = this.text;
                await save(this.text);
            }),
            appState.addEventListener("memoryWarning", () => { this.thumbnails = []; }),
        ];
    }

    close() {
        for (const subscription of this.subscriptions) subscription.remove();
    }
}
