import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

/** For `node --import`: writes the files the process has loaded to FOLIO_LOADED_FILES at its end, one per line. */
const loaded = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    loaded.add(url);
    return nextLoad(url, context);
  },
});

process.on("exit", () => writeFileSync(process.env["FOLIO_LOADED_FILES"] ?? "", [...loaded].join("\n")));
