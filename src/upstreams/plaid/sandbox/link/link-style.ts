import { sandboxAccents, sandboxStylesheet } from "#shared/sandbox-page.ts";

export const linkStylesheet = sandboxStylesheet(
  sandboxAccents.blue,
  `h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
dl { margin: 0 0 1.5rem; display: grid; gap: .75rem; }
dt { font-size: .875rem; color: var(--muted); }
dd { margin: 0; }
dd ul { gap: .25rem; margin: 0; }
.repair { background: #9a4a1c; }
.down { background: #4b5a6b; }
details { margin: 0 0 1.25rem; }
summary { cursor: pointer; padding: .25rem 0; color: var(--muted); }
.named { display: grid; gap: .5rem; margin-top: .5rem; }
.named div { display: flex; flex-wrap: wrap; gap: .75rem; }
.named p { margin: 0; font-size: .875rem; }
.named input { flex: 1 1 12rem; min-width: 0; min-height: 2.5rem; padding: 0 .75rem; }
.named .wrong { flex: 1 0 100%; }
.named dl { gap: .25rem; margin: 0; font-size: .875rem; }
.named dl div { gap: .25rem .75rem; }
.named dt { flex: 0 0 7.5rem; }
.named dd { flex: 1 1 12rem; color: var(--muted); }
code { white-space: nowrap; font-family: ui-monospace, monospace; font-size: .9375em; }
.named button { min-height: 2.5rem; padding: 0 1rem; }`,
);
