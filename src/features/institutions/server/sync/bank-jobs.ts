/** Kinds of jobs for linked banks; a job's key is the id of its bank, link, or webhook. */
export const bankJobs = {
  /** Reads a bank's state and fetches new data. */
  sync: "bank-sync",
  /** Ends a link at the bank, then here. */
  removal: "bank-removal",
  /** Undoes a link at the bank that wasn't completed within 15 minutes. */
  pendingLink: "bank-pending-link",
  /** Processes a stored webhook. */
  webhook: "bank-webhook",
  /** Syncs every bank once a day and deletes old data. */
  daily: "bank-daily",
} as const;
