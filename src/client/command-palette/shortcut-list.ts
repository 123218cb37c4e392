/** Shortcuts listed under `?`. */
export const shortcuts: { keys: string[]; does: string }[] = [
  { keys: ["/"], does: "Open the command palette" },
  { keys: ["Ctrl", "K"], does: "Open the command palette (⌘ K on a Mac)" },
  { keys: ["?"], does: "Show shortcuts" },
  { keys: ["j", "k"], does: "Code search: next and previous file" },
  { keys: ["o"], does: "Code search: open the file" },
  { keys: ["n", "p"], does: "Code search: next and previous match in a file" },
  { keys: ["t", "y"], does: "Files: go to a file, and turn the address into a permalink" },
  { keys: ["j", "k"], does: "Transactions: next and previous transaction" },
  { keys: ["x"], does: "Transactions: select" },
  { keys: ["a"], does: "Transactions: use the suggested category" },
  { keys: ["c", "e", "f"], does: "Transactions: choose a category, exempt (in a budget), search" },
  { keys: ["[", "]"], does: "Budgets that repeat: previous and next period" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
];
