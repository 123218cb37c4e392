/** Longer texts are no statuses, whatever words they have. */
const mostCharacters = 40;

/** Words for rows that never happened, for rows that aren't final, and for final ones, alone or in a short text. */
const words = {
  failed: asWords("declined|failed|reverted|cancell?ed|rejected|abgelehnt|storniert"),
  pending: asWords(
    "pending|processing|vorgemerkt|en attente|in behandeling|pendiente|in sospeso|" +
      "nicht gebucht|not (?:yet )?(?:posted|booked)",
  ),
  posted: asWords("posted|booked|completed|settled|cleared|gebucht"),
};
/** Also in words for final rows ("authorized and settled"), so it only counts alone. */
const authorized = /^authori[sz]ed$/i;

function asWords(alternatives: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${alternatives})(?!\p{L})`, "iu");
}

/** Reads a bank's words for a row's status, such as "Umsatz vorgemerkt"; null if they say none. */
export function statusOf(cell: string): "failed" | "pending" | "posted" | null {
  if (cell.length > mostCharacters) return null;
  if (words.failed.test(cell)) return "failed";
  if (authorized.test(cell) || words.pending.test(cell)) return "pending";
  return words.posted.test(cell) ? "posted" : null;
}
