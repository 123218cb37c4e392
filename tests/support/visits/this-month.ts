/** Returns the month of a moment in the site's time zone, as text and as days. */
export function thisMonth(now = new Date()): { name: string; first: string; last: string; lastDay: number } {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    year: "numeric",
    month: "2-digit",
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const [year, month] = [part("year"), part("month")];
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const name = new Date(`${year}-${month}-15T12:00:00Z`).toLocaleDateString("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return { name, first: `${year}-${month}-01`, last: `${year}-${month}-${lastDay}`, lastDay };
}
