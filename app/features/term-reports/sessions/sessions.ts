import type { SessionFigures } from "#domain/daily/counting.ts";

/** What becomes of a student's sessions when they are taken from the register. */
export type SessionsFate =
  /** Nothing stands there, or what was taken before: it is written. */
  | "taken"
  /** Figures written by hand say otherwise: it is asked. */
  | "asked"
  /** They are the register's already. */
  | "same"
  /** It cannot be taken. */
  | "left";

/** Null where nothing is written. */
export type WrittenFigures = { [Name in keyof SessionFigures]: number | null };

/** Where the figures of a report come from; null while none are written. */
export type SessionsSource = { from: "register"; on: string } | { from: "hand" } | null;

export type StudentSessions = {
  studentKey: number;
  name: string;
  written: WrittenFigures;
  register: SessionFigures;
  fate: SessionsFate;
  isByHand: boolean;
  /** Why it is left. */
  reason: string | null;
};

/** What taking a class's sessions from the register would do. */
export type SessionsPlan = {
  closeTo: string;
  classLabel: string;
  period: string;
  students: StudentSessions[];
  /** `The register is marked for 116 of 122 sessions until today.` */
  marked: string;
  /** Reports that would say that they changed since. */
  signed: number;
  isPosted: boolean;
  /** Of what the dialog showed: what is not the same any more is shown again before anything is written. */
  seen: string;
};

/** What was chosen for figures that were written by hand. */
export type ByHand = "keep" | "overwrite";
