import {
  defaultSettings,
  readCodegenSettings,
  readCodegenState,
  type CodegenSettings,
  type CodegenState,
} from "./codegen-state.ts";

const settingsKey = "folio-codegen-settings";
const inputKey = "folio-codegen-input";
const longestKeptInput = 500_000;

export type CodegenMemory = {
  /** Loads this tab's input from before a reload, else the settings of the last visit, else the defaults. */
  load: () => CodegenSettings | CodegenState;
  /** Saves the settings for the next visit, and the input for a reload of this tab. */
  save: (state: CodegenState) => void;
};

/** Browser storage; if it is blocked or full, the page works without it. */
export const browserMemory: CodegenMemory = {
  load() {
    const state = readCodegenState(read(() => sessionStorage, inputKey));
    if (state !== null) return state;
    const settings = read(() => localStorage, settingsKey);
    return settings === null ? defaultSettings : readCodegenSettings(settings);
  },
  save(state) {
    const { language, detections, languageOptions } = state;
    write(() => localStorage, settingsKey, JSON.stringify({ language, detections, languageOptions }));
    const length = state.samples.reduce((sum, sample) => sum + sample.length, 0);
    write(() => sessionStorage, inputKey, length > longestKeptInput ? null : JSON.stringify(state));
  },
};

/** Reads an entry; where storage is blocked, even accessing it throws. */
function read(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) storage().removeItem(key);
    else storage().setItem(key, text);
  } catch {
    // Storage is full or blocked, and the page works without it.
  }
}
