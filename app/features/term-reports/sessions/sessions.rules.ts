import type { SessionFigures } from "#domain/daily/counting.ts";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import type { RecordRules } from "#fields/term-record.ts";
import type { Values } from "#fields/value.ts";
import { recordRefusal, type SESSION_FIELDS } from "../save/record.rules.ts";

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
type WrittenFigures = { [Name in keyof SessionFigures]: number | null };

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

type Stored = WrittenFigures & {
  /** The moment of taking; null for figures written by hand, and when there are none. */
  takenAt: Date | null;
};

/** The term gives each record its total, so a total that equals the term's was not written by hand. */
function isByHand({ total, absent, late, takenAt }: Stored, termSessions: number | null): boolean {
  if (takenAt !== null) return false;
  return absent !== null || late !== null || (total !== null && total !== termSessions);
}

type Asked = { stored: Stored; values: Values; register: SessionFigures; rules: RecordRules };
type Judged = Pick<StudentSessions, "outcome" | "isByHand" | "reason">;

/** Decides how one student's figures are treated. */
export function decideSessions({ stored, values, register, rules }: Asked): Judged {
  const byHand = isByHand(stored, rules.termSessions);
  const left = reasonToLeave(values, register, rules);
  if (left) return { outcome: "left", isByHand: byHand, reason: left };
  return { outcome: outcomeOf(stored, register, byHand), isByHand: byHand, reason: null };
}

function outcomeOf(stored: Stored, register: SessionFigures, byHand: boolean): SessionsOutcome {
  const { total, absent, late } = register;
  if (stored.total === total && stored.absent === absent && stored.late === late) return "same";
  return byHand ? "asked" : "taken";
}

function reasonToLeave(values: Values, register: SessionFigures, rules: RecordRules): string | null {
  if (register.total === 0) return "not on any register this term";
  const changes = valuesOf(register);
  return recordRefusal({ changes, values: { ...values, ...changes } }, rules)?.reason ?? null;
}

/** Returns the fields of a record that are taken from the register. */
function valuesOf({ total, absent, late }: SessionFigures): Values {
  return { total_sessions: total, sessions_absent: absent, sessions_late: late };
}

/**
 * Tells whether a student's figures are written. Equal figures are written too, because they are the register's from
 * now on.
 */
export function isTaken(
  { outcome, isByHand: byHand }: Pick<StudentSessions, "outcome" | "isByHand">,
  choice: ByHand | null,
) {
  if (outcome === "left") return false;
  if (outcome === "asked") return choice === "overwrite";
  return !(byHand && choice === "keep");
}

/** Returns the figures that a record holds. */
export function storedSessions(record: StoredRecord): Stored {
  const { total_sessions: total, sessions_absent: absent, sessions_late: late } = record;
  return { total, absent, late, takenAt: record.sessions_taken_at };
}

type StoredRecord = Readonly<Record<(typeof SESSION_FIELDS)[number], number | null>> & {
  sessions_taken_at: Stored["takenAt"];
};

type Told = { termSessions: number | null; timeZone: string };

export function sourceOf(stored: Stored, { termSessions, timeZone }: Told): SessionsSource {
  if (stored.takenAt !== null)
    return { from: "register", on: formatDate(toCalendarDay(stored.takenAt, timeZone)) };
  return isByHand(stored, termSessions) ? { from: "hand" } : null;
}

/** Returns text such as `Sessions: 28 from the register, taken 20 Nov 2026; 5 by hand; 2 not entered.` */
export function formatSources(sources: readonly SessionsSource[]): string {
  const days = [...new Set(sources.flatMap((source) => (source?.from === "register" ? [source.on] : [])))];
  const register = sources.filter((source) => source?.from === "register").length;
  const hand = sources.filter((source) => source?.from === "hand").length;
  const none = sources.length - register - hand;
  const taken = days.length === 1 ? `taken ${days[0]}` : `taken on ${days.length} days`;
  const parts = [
    register > 0 ? `${register} from the register, ${taken}` : null,
    hand > 0 ? `${hand} by hand` : null,
    none > 0 ? `${none} not entered` : null,
  ];
  return `Sessions: ${parts.filter(Boolean).join("; ")}`;
}
