import type { SessionAttendanceCounts } from "#domain/daily/counting.ts";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import { findRecordRefusal, type SESSION_FIELDS, type TermRecordRules } from "#fields/term-record.ts";
import type { FieldValues } from "#fields/value.ts";

/** The treatment of a student's numbers of sessions when they are copied from the register. */
export type SessionsOutcome =
  /** The report has no numbers or numbers copied earlier, so they are written. */
  | "taken"
  /** The report has different numbers entered by hand, so the user must choose. */
  | "asked"
  /** The report already has the register's numbers. */
  | "same"
  /** The numbers cannot be copied. */
  | "left";

/** The numbers in a report. An empty number is null. */
type WrittenFigures = { [Name in keyof SessionAttendanceCounts]: number | null };

/** The origin of the numbers in a report; null if there are none. */
export type SessionsSource = { from: "register"; on: string } | { from: "hand" } | null;

export type StudentSessions = {
  studentKey: number;
  name: string;
  written: WrittenFigures;
  register: SessionAttendanceCounts;
  outcome: SessionsOutcome;
  isByHand: boolean;
  /** The reason why the numbers cannot be copied, or null. */
  reason: string | null;
};

/** The plan for copying a class's sessions from the register. */
export type SessionsPlan = {
  closeTo: string;
  classLabel: string;
  period: string;
  students: StudentSessions[];
  /** Text such as `The register has been marked for 116 of 122 sessions up to today.` */
  marked: string;
  /** The number of signed reports that would be marked as changed since signing. */
  signed: number;
  isPosted: boolean;
  /** The fingerprint of the plan in the dialog. If the plan has changed, the dialog shows it and stores nothing. */
  seen: string;
};

/**
 * Returns the sentence about the class's register. Sessions that were marked on a day that became a holiday, or
 * before the school had fewer sessions a day, still count, so they are added to the sessions of the school days.
 */
export function describeMarkedSessions(
  marked: readonly { day: string; sessions: number }[],
  { schoolDays, sessionsPerDay }: { schoolDays: readonly string[]; sessionsPerDay: number },
): string {
  const days = new Set(schoolDays);
  const sum = (items: typeof marked) => items.reduce((total, { sessions }) => total + sessions, 0);
  const onHolidays = sum(marked.filter(({ day }) => !days.has(day)));
  const more = marked.map(({ day, sessions }) =>
    days.has(day) ? Math.max(0, sessions - sessionsPerDay) : 0,
  );
  const possible =
    schoolDays.length * sessionsPerDay + onHolidays + more.reduce((all, each) => all + each, 0);
  const holidays =
    onHolidays === 0
      ? ""
      : ` ${onHolidays === 1 ? "1 session is" : `${onHolidays} sessions are`} on a day that is now a holiday.`;
  return `The register has been marked for ${sum(marked)} of ${possible} sessions up to today.${holidays}`;
}

/** The user's choice for numbers that were entered by hand. */
export type ManualFiguresHandling = "keep" | "overwrite";

type Stored = WrittenFigures & {
  /** The time at which the numbers were copied from the register; null if they were not. */
  takenAt: Date | null;
};

/** Returns whether numbers were entered by hand. A total equal to the term's does not count. */
function isByHand({ total, absent, late, takenAt }: Stored, termSessions: number | null): boolean {
  if (takenAt !== null) return false;
  return absent !== null || late !== null || (total !== null && total !== termSessions);
}

type Asked = {
  stored: Stored;
  values: FieldValues;
  register: SessionAttendanceCounts;
  rules: TermRecordRules;
};
type Judged = Pick<StudentSessions, "outcome" | "isByHand" | "reason">;

/** Decides what happens to one student's numbers of sessions. */
export function decideSessionsOutcome({ stored, values, register, rules }: Asked): Judged {
  const byHand = isByHand(stored, rules.termSessions);
  const left = reasonToLeave(values, register, rules);
  if (left) return { outcome: "left", isByHand: byHand, reason: left };
  return { outcome: outcomeOf(stored, register, byHand), isByHand: byHand, reason: null };
}

function outcomeOf(stored: Stored, register: SessionAttendanceCounts, byHand: boolean): SessionsOutcome {
  const { total, absent, late } = register;
  if (stored.total === total && stored.absent === absent && stored.late === late) return "same";
  return byHand ? "asked" : "taken";
}

function reasonToLeave(
  values: FieldValues,
  register: SessionAttendanceCounts,
  rules: TermRecordRules,
): string | null {
  if (register.total === 0) return "not on any register this term";
  const changes = valuesOf(register);
  return findRecordRefusal({ changes, values: { ...values, ...changes } }, rules)?.reason ?? null;
}

/** Converts the register's numbers to the fields of the report. */
function valuesOf({ total, absent, late }: SessionAttendanceCounts): FieldValues {
  return { total_sessions: total, sessions_absent: absent, sessions_late: late };
}

/** Returns whether numbers are written. Equal numbers are written too, to record that they come from the register. */
export function hasSessionsToCopy(
  { outcome, isByHand: byHand }: Pick<StudentSessions, "outcome" | "isByHand">,
  choice: ManualFiguresHandling | null,
) {
  if (outcome === "left") return false;
  if (outcome === "asked") return choice === "overwrite";
  return !(byHand && choice === "keep");
}

export function toStoredSessions(record: StoredRecord): Stored {
  const { total_sessions: total, sessions_absent: absent, sessions_late: late } = record;
  return { total, absent, late, takenAt: record.sessions_taken_at };
}

type StoredRecord = Readonly<Record<(typeof SESSION_FIELDS)[number], number | null>> & {
  sessions_taken_at: Stored["takenAt"];
};

type Told = { termSessions: number | null; timeZone: string };

export function findSessionsSource(stored: Stored, { termSessions, timeZone }: Told): SessionsSource {
  if (stored.takenAt !== null)
    return { from: "register", on: formatDate(toCalendarDay(stored.takenAt, timeZone)) };
  return isByHand(stored, termSessions) ? { from: "hand" } : null;
}

/** Returns text such as `Sessions: 28 from the register, copied 20 Nov 2026; 5 by hand; 2 not entered.` */
export function formatSessionsSources(sources: readonly SessionsSource[]): string {
  const days = [...new Set(sources.flatMap((source) => (source?.from === "register" ? [source.on] : [])))];
  const register = sources.filter((source) => source?.from === "register").length;
  const hand = sources.filter((source) => source?.from === "hand").length;
  const none = sources.length - register - hand;
  const taken = days.length === 1 ? `copied ${days[0]}` : `copied on ${days.length} days`;
  const parts = [
    register > 0 ? `${register} from the register, ${taken}` : null,
    hand > 0 ? `${hand} by hand` : null,
    none > 0 ? `${none} not entered` : null,
  ];
  return `Sessions: ${parts.filter(Boolean).join("; ")}`;
}
