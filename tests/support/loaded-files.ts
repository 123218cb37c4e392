import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";

/** For `node --import`: writes the files that the process has loaded, one a line, to FOLIO_LOADED_FILES as it ends. */
const loaded = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    loaded.add(url);
    return nextLoad(url, context);
  },
});

process.on("exit", () => writeFileSync(process.env["FOLIO_LOADED_FILES"] ?? "", [...loaded].join("\n")));
