import * as fc from "fast-check";
import { isFullRun } from "./night.ts";

/** By day each property is tested with the same cases, so that runs are repeatable; at night with new ones. */
if (!isFullRun) fc.configureGlobal({ seed: 20_261_101 });

export { fc };
