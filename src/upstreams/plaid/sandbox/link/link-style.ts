/** Style sheet of its own, so that nobody mistakes the pages for the site's. */
export const linkStylesheet = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif;
  --ground: light-dark(#f2f2ef, #101215); --surface: light-dark(#fff, #191c21); --ink: light-dark(#15171c, #eceef2);
  --muted: light-dark(#555b66, #a8afbb); --line: light-dark(#8a8f99, #6f7784); --accent: light-dark(#1f4fd1, #93b2ff);
  --tint: light-dark(#e6ecfb, #1e2b4d); --on-accent: light-dark(#fff, #10131a); --wrong: light-dark(#a3231d, #ff9d94); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); }
main { width: min(100%, 30rem); padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: .25rem 0 .75rem; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
p { margin: 0 0 1.25rem; color: var(--muted); }
.badge { margin: 0; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; }
.wrong { color: var(--wrong); font-weight: 600; }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .75rem; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600; }
dl { margin: 0 0 1.5rem; display: grid; gap: .75rem; }
dt { font-size: .875rem; color: var(--muted); }
dd { margin: 0; }
dd ul { gap: .25rem; margin: 0; }
button, .choice, input[type="text"] { font: inherit; color: inherit; border-radius: 4px; border: 1px solid var(--line); background: transparent; }
button, label.choice { cursor: pointer; }
button:hover, .choice:hover { border-color: var(--accent); background: var(--tint); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
.choice { display: flex; gap: .875rem; align-items: center; width: 100%; padding: .75rem; text-align: start; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0 .625rem; accent-color: var(--accent); }
.avatar { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: #1f4fd1; color: #fff; font-weight: 650; }
.repair { background: #9a4a1c; }
.down { background: #4b5a6b; }
.what { display: grid; min-width: 0; }
.what span, .what small { color: var(--muted); font-size: .875rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; }
.actions button, .named button { min-height: 2.5rem; padding: 0 1rem; }
.actions .main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.actions .main:hover { background: light-dark(#163ea8, #b4caff); }
.actions a { padding: .25rem 0; }
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
@media (max-width: 599px) { body { padding: 0; place-items: start stretch; } main { width: 100%; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1rem; } }
`;
