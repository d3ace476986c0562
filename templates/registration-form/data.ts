import type { Printed, School } from "../parts/school.ts";

/** The school's data about each student, to be checked and signed at home. Every word is final. */
export type RegistrationForms = {
  school: School;
  /** The file's title, such as `Registration forms, Std 4 R, 2025–2026`. */
  title: string;
  printed: Printed;
  forms: RegistrationForm[];
};

export type RegistrationForm = {
  /** Such as `Academic year 2025–2026`. */
  period: string;
  /** The path of an opaque JPEG of 300 x 380. */
  picture: string | null;
  /** Repeated at the foot of each page. */
  foot: string[];
  student: FormLine[];
  /** Null for a reader who may not see it. */
  personal: { lines: FormLine[]; ticks: FormTick[] } | null;
  medical: { groups: { title: string; ticks: FormTick[] }[]; lines: FormLine[] };
  family: {
    /** The headings of the people's columns. */
    people: string[];
    rows: { label: string; values: string[] }[];
    emergency: FormLine;
  };
};

/** Facts side by side, with widths in proportion to their shares. */
export type FormLine = FormFact[];

/** A label over a line with the value, or an empty line to fill in by hand. */
export type FormFact = { label: string; value: string; share: number };

export type FormTick = { label: string; isTicked: boolean };
