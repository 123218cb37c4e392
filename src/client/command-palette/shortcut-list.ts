/** Every shortcut of the site, as the list behind `?` shows them. */
export const shortcuts: { keys: string[]; does: string }[] = [
  { keys: ["/"], does: "Open the command palette" },
  { keys: ["Ctrl", "K"], does: "Open the command palette (⌘ K on a Mac)" },
  { keys: ["?"], does: "List the shortcuts" },
  { keys: ["j", "k"], does: "Code search: next and previous file" },
  { keys: ["n", "p"], does: "Code search: next and previous match in a file" },
  { keys: ["j", "k"], does: "Budget transactions: next and previous row" },
  { keys: ["x"], does: "Budget transactions: select the row" },
  { keys: ["c", "e", "f"], does: "Budget transactions: choose a category, exempt, search" },
  { keys: ["Esc"], does: "Close what is open" },
];
