/** Shortcuts listed under `?`. */
export const shortcuts: { keys: string[]; does: string }[] = [
  { keys: ["/"], does: "Open the command palette" },
  { keys: ["Ctrl", "K"], does: "Open the command palette (⌘ K on a Mac)" },
  { keys: ["?"], does: "Show shortcuts" },
  { keys: ["j", "k"], does: "Code search: next and previous file" },
  { keys: ["n", "p"], does: "Code search: next and previous match in a file" },
  { keys: ["j", "k"], does: "Budget transactions: next and previous transaction" },
  { keys: ["x"], does: "Budget transactions: select" },
  { keys: ["c", "e", "f"], does: "Budget transactions: choose a category, exempt, search" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
];
