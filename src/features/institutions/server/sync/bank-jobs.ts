/** The kinds of jobs of linked banks; the key of each is the id of what it is about. */
export const bankJobs = {
  /** Asks for an item's state and fetches what is new. */
  sync: "bank-sync",
  /** Ends a link at the bank, then here. */
  removal: "bank-removal",
  /** Undoes a link at the bank that nobody wanted in its 15 minutes. */
  pendingLink: "bank-pending-link",
  /** Works on a stored webhook. */
  webhook: "bank-webhook",
  /** Looks after every item once a day, and clears up. */
  daily: "bank-daily",
} as const;
