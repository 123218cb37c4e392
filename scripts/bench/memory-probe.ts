/**
 * Loaded into a measured server before the site (`--import`, with `--expose-gc`): collects garbage and answers with what is
 * left whenever the benchmark asks. The site itself knows nothing of it.
 */

process.on("message", () => {
  if (globalThis.gc === undefined) throw new Error("memory-probe.ts needs --expose-gc");
  // Twice: what a first collection finalises, a second one frees.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, outsideHeap: external, resident: rss });
});
// Waiting for the benchmark's questions keeps no process alive.
process.channel?.unref();
