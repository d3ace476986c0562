/** Colour and type of every printed page, in one place so that a school's documents look alike. */

export const INK = "#231f1c";
/** Darker than the screen's muted text, because a school's toner is weak. */
export const MUTED = "#5b534c";
/** The red is only for the accent line, the motto and the logo. */
export const SCHOOL_RED = "#7b1e22";

export const SERIF = "serif";
export const SANS = "sans";

/** Sizes in points. The line box of Source Sans centres capitals, so rows need no line height of their own. */
export const SIZE = {
  school: 20.5,
  motto: 12.2,
  address: 8.2,
  title: 13.5,
  heading: 12.5,
  table: 9.5,
  label: 7.6,
  key: 8.2,
  footer: 8,
} as const;

/** Rules differ in weight, never in colour: a grey hairline prints as dots. */
export const RULE = { accent: 1.6, frame: 0.8, group: 0.5, row: 0.2 } as const;

/**
 * The line heights of Source Sans and EB Garamond, in units of the font size (ascender to descender of the fonts used).
 */
export const SANS_LINE = 1.424;
export const SERIF_LINE = 1.305;

export type Align = "left" | "center" | "right";
