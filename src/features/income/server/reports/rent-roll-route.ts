import type { App } from "#server/feature.ts";
import { mountDownload, type DownloadDoor } from "#server/http/download-route.ts";
import { rentRollExport } from "../../contract.ts";
import type { IncomeSite } from "../income-handlers.ts";
import { exportRentRoll } from "./rent-roll-reader.ts";

/** Mounts the CSV export of the rent roll, with the same access rules as GetRentRoll. */
export function mountRentRollExport(app: App, { asUser, today }: IncomeSite, door: DownloadDoor): void {
  mountDownload(app, rentRollExport, door, async (userId, { institutionAccessItemId, from }) => {
    const { csv, name } = await asUser(userId, (scope) =>
      exportRentRoll(scope, { institutionAccessItemId, from }, today()),
    );
    return { body: csv, name, ending: "csv", type: "text/csv; charset=utf-8" };
  });
}
