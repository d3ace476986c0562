import type { SessionFigures } from "#domain/daily/counting.ts";

/** The treatment of a student's sessions when a class's sessions are taken from the register. */
export type SessionsOutcome =
  /** The record has no figures, or figures taken earlier, and is written. */
  | "taken"
  /** The record has other figures, written by hand; the user is asked. */
  | "asked"
  /** The record already has the register's figures. */
  | "same"
  /** The figures cannot be taken. */
  | "left";

/** A figure is null when nothing is written. */
export type WrittenFigures = { [Name in keyof SessionFigures]: number | null };

/** The source of the figures in a report; null while there are none. */
export type SessionsSource = { from: "register"; on: string } | { from: "hand" } | null;

export type StudentSessions = {
  studentKey: number;
  name: string;
  written: WrittenFigures;
  register: SessionFigures;
  outcome: SessionsOutcome;
  isByHand: boolean;
  /** The reason why the figures cannot be taken. */
  reason: string | null;
};

/** The effects of taking a class's sessions from the register. */
export type SessionsPlan = {
  closeTo: string;
  classLabel: string;
  period: string;
  students: StudentSessions[];
  /** Text such as `The register has been marked for 116 of 122 sessions up to today.` */
  marked: string;
  /** The number of signed reports, which would say that they changed since. */
  signed: number;
  isPosted: boolean;
  /**
   * The fingerprint of what the dialog showed: if anything has changed, the dialog shows it again before anything is
   * written.
   */
  seen: string;
};

/** The user's choice for figures that were written by hand. */
export type ByHand = "keep" | "overwrite";
