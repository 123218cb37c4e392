/** Tables with personal data that aren't exported, with the reason. They are still deleted. */
export const omittedTables: Readonly<Record<string, string>> = {
  github_link_attempts: "hashes and encrypted secrets of GitHub links not completed within ten minutes",
  ledger_sums: "sums of the transactions that are exported",
  category_sums: "sums of the transactions that are exported",
  payee_sums: "sums of the transactions that are exported",
};
