import type { Printed, School } from "../parts/school.ts";

/** What the school knows of each student, to be checked and signed at home. Every word is final. */
export type RegistrationForms = {
  school: School;
  /** The file's title: `Registration forms, Std 4 R, 2025–2026`. */
  title: string;
  printed: Printed;
  forms: RegistrationForm[];
};

export type RegistrationForm = {
  /** `Academic year 2025–2026`. */
  period: string;
  /** Path of an opaque JPEG, 300 x 380. */
  picture: string | null;
  /** Said again at the foot of each page. */
  foot: string[];
  student: FormLine[];
  /** Null for who does not read it. */
  personal: { lines: FormLine[]; ticks: FormTick[] } | null;
  medical: { groups: { title: string; ticks: FormTick[] }[]; lines: FormLine[] };
  family: {
    /** Whose columns they are. */
    people: string[];
    rows: { label: string; values: string[] }[];
    emergency: FormLine;
  };
};

/** Facts side by side, each as wide as its share says. */
export type FormLine = FormFact[];

/** A label over a line: with what is known, or empty to be filled in by hand. */
export type FormFact = { label: string; value: string; share: number };

export type FormTick = { label: string; isTicked: boolean };
