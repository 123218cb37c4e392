/**
 * Loaded into a measured server before the site (`--import`, with `--expose-gc`): collects garbage and reports the memory in
 * use whenever the benchmark asks. The site itself is unaware of it. JavaScript, because Node's reader of TypeScript would take
 * 30 MB of the memory that is measured.
 */

process.on("message", () => {
  if (globalThis.gc === undefined) throw new Error("memory-probe.mjs needs --expose-gc");
  // Twice, because objects finalized by the first collection are freed by the second.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const peakResident = process.resourceUsage().maxRSS * 1024;
  process.send?.({ heap: heapUsed, outsideHeap: external, resident: rss, peakResident });
});
// Listening for requests must not keep the process alive.
process.channel?.unref();
