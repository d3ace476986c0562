import { measureTextWidth } from "../parts/fonts.ts";
import { pageFrame } from "../parts/page.ts";
import type { PrintTime, School } from "../parts/school.ts";
import { FONT_SIZES } from "../parts/type.ts";

/** Forms with the school's data about each student, for families to check and sign. All texts are final. */
export type RegistrationForms = {
  school: School;
  /** The file's title, such as `Registration forms, Std 4 R, 2025–2026`. */
  title: string;
  printed: PrintTime;
  forms: RegistrationForm[];
};

export type RegistrationForm = {
  /** The period, such as `Academic year 2025–2026`. */
  period: string;
  /** The path of an opaque JPEG of 300 by 380 pixels; null if there is no picture. */
  picture: string | null;
  /** The text at the foot of each page. */
  foot: string[];
  student: FormLine[];
  /** The data of the Personal tab; null if the person who prints may not see it. */
  personal: { lines: FormLine[]; ticks: FormTick[] } | null;
  medical: { groups: { title: string; ticks: FormTick[] }[]; lines: FormLine[] };
  family: {
    /** The headings of the columns, one for each family member. */
    people: string[];
    rows: { label: string; values: string[] }[];
    emergency: FormLine[];
    /** With whom the student lives, and whether there is a custody or court order. */
    home: FormLine[];
  };
};

/** Facts side by side. The width of each is in proportion to its share. */
export type FormLine = FormFact[];

/** A label above a line that shows the value. Without a value, the line is for writing by hand. */
export type FormFact = { label: string; value: string; share: number };

export type FormTick = { label: string; isTicked: boolean };

export const FORM_WIDTH = pageFrame("portrait").textWidth;
export const FORM_PICTURE_SIZE = { width: 84, height: 106.4, gap: 20 };
export const FORM_FACT_LAYOUT = { size: 10, gap: 12 };
export const FORM_FAMILY_LAYOUT = { size: 9.4, label: 78, gap: 8 };
/** The space between a value and the end of its line. */
const SLACK = 2;
export const REGISTRATION_FORM_TITLE = "Registration form";
export const REGISTRATION_DECLARATION = "I have read this form, and the information on it is correct.";

/** The lines for signatures: the words below each line, and its share of the width. */
export const SIGNATURE_FIELDS: FormLine = [
  { label: "Signature of parent or guardian", value: "", share: 230 },
  { label: "Date", value: "", share: 73 },
  { label: "Received for the school", value: "", share: 192 },
  { label: "Date", value: "", share: 73 },
];

/**
 * Calculates the width of each fact on a line, without the gaps. A value that needs more space takes it from values
 * that need less.
 */
export function factWidths(facts: FormLine, width: number): number[] {
  const shares = facts.reduce((sum, { share }) => sum + share, 0);
  const room = width - FORM_FACT_LAYOUT.gap * (facts.length - 1);
  const places = facts.map(({ share, label, value }) => {
    const words = Math.max(
      measureTextWidth(value, { size: FORM_FACT_LAYOUT.size }),
      measureTextWidth(label, { size: FONT_SIZES.label }),
    );
    return { own: (room * share) / shares, words: words + SLACK };
  });
  const lacking = places.reduce((sum, { own, words }) => sum + Math.max(0, words - own), 0);
  const free = places.reduce((sum, { own, words }) => sum + Math.max(0, own - words), 0);
  const [given, taken] = [Math.min(1, free / lacking), Math.min(1, lacking / free)];
  return places.map(({ own, words }) => own + (words > own ? given : taken) * (words - own));
}

/** Splits items into columns of three items, which are read downwards. */
export function splitIntoColumns<Each>(all: readonly Each[]): Each[][] {
  return Array.from({ length: Math.ceil(all.length / 3) }, (_, column) =>
    all.slice(3 * column, 3 * column + 3),
  );
}
