export const INK_COLOUR = "#231f1c";
/** This is darker than the muted text on screens, because schools' printers often have little toner. */
export const MUTED_COLOUR = "#5b534c";
/** The red is only for the accent line, the motto and the logo. */
export const SCHOOL_RED = "#7b1e22";

export const SERIF_FONT = "serif";
export const SANS_SERIF_FONT = "sans";

/** Sizes in points. The line box of Source Sans centres capital letters, so rows need no line height of their own. */
export const FONT_SIZES = {
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

/** Weights of lines. Lines differ in weight and never in colour, because printers print a grey hairline as dots. */
export const RULE_WEIGHTS = { accent: 1.6, frame: 0.8, group: 0.5, row: 0.2 } as const;

/** The distance from ascender to descender in Source Sans and in EB Garamond, relative to the font size. */
export const SANS_LINE_HEIGHT = 1.424;
export const SERIF_LINE_HEIGHT = 1.305;

export type Align = "left" | "center" | "right";
