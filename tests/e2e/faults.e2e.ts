import { expect, test } from "@playwright/test";
import { firstScreens } from "../../scripts/bench/faults/faults-screens.ts";
import { walk } from "../../scripts/bench/faults/faults-walk.ts";
import { startFaultyUpstreams, upstreamNames } from "../support/stand-ins/faulty-upstreams.ts";
import { startE2eServer, night } from "../support/visits/e2e.ts";

// Playwright's own test: a browser beside failing services complains, and the site is one of this file's own.

/** The worst first day: nothing is kept, and nobody whom the site asks answers as they should. `npm run bench -- faults` has the others. */
for (const fault of ["down", "nonsense"] as const) {
  test(
    `every public screen shows content or says what is wrong while all upstreams are ${fault}`,
    night,
    async ({ browser }) => {
      test.setTimeout(150_000);
      let origin = "";
      const upstreams = await startFaultyUpstreams({ siteOrigin: () => origin, slowMs: 30_000 });
      for (const name of upstreamNames) await upstreams.break(name, fault);
      const server = await startE2eServer({ ...upstreams.environment, LOG_LEVEL: "silent" });
      ({ origin } = server);
      const context = await browser.newContext({ baseURL: origin });
      const visits = await walk(context, firstScreens, 2);
      await context.close();
      await server.stop();
      await upstreams.stop();
      expect(visits.filter(({ face }) => face === "failed")).toEqual([]);
      const inWords = visits.filter(({ face }) => face === "error").map(({ screen }) => screen.path);
      expect(inWords.toSorted((a, b) => a.localeCompare(b))).toEqual([
        "/",
        "/about",
        "/bill/118/hr/1",
        "/posts",
        "/repo/ledger-kit",
      ]);
    },
  );
}
