/** The rank of a heading that a component writes; the page decides it so that no level is skipped. */
export type HeadingLevel = 2 | 3 | 4;
