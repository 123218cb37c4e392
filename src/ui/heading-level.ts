/** Level of a component's heading, which the page determines so that no level is skipped. */
export type HeadingLevel = 2 | 3 | 4;
