/** The day from which a rule reaches everything. */
export const everyDay = "0001-01-01";
