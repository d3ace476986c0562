import { RATINGS } from "#domain/grades.ts";
import { UNKEPT } from "#domain/storable-text.ts";
import {
  BEHAVIOUR_FIELDS,
  COMMENT_LIMITS,
  MOST_SESSIONS,
  SHORT_TEXT_LIMIT,
  isDecidedIn,
} from "#domain/term-reports.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import type { ValueRules } from "#saving/client/loaded-target.ts";

/** What decides which values a record takes, from whom. */
export type RecordRules = {
  /** The fields that this person may change now. */
  editable: readonly string[];
  term: number;
  /** Of the whole term, by the school's calendar; null where it does not say. */
  termSessions: number | null;
  /** The form classes of the next level, and what is stored. */
  promotedTo: readonly string[];
  /** The form classes of this level, and what is stored. */
  repeating: readonly string[];
};

export type Refusal = { reason: string; field: string | null };

const SESSION_FIELDS = ["total_sessions", "sessions_absent", "sessions_late"] as const;
const TEXT_LIMITS: Record<string, number> = {
  participation: SHORT_TEXT_LIMIT,
  project: SHORT_TEXT_LIMIT,
  ...COMMENT_LIMITS,
};
const PROGRESS = ["Yes", "No"];
const DECISIONS = ["promoted_to", "repeating"] as const;

/** What the form teacher writes; the comment of the principal is the principal's (T6). */
export const TEACHER_FIELDS: readonly string[] = [
  ...SESSION_FIELDS,
  "participation",
  "project",
  "promotion_progress",
  ...DECISIONS,
  ...BEHAVIOUR_FIELDS,
  "teacher_comment",
];

export const RECORD_FIELDS: readonly string[] = [...TEACHER_FIELDS, "principal_comment"];

/** What each field holds when nothing was entered. */
export function blankRecord(): Values {
  return Object.fromEntries(RECORD_FIELDS.map((field) => [field, null]));
}

/** Promoted and repeating are one statement: no colleague's half of it is overwritten unseen. */
export const ATOMIC_GROUPS: readonly (readonly string[])[] = [DECISIONS];

/** Fields that are one statement are decided together: nobody is promoted by one half and repeats by the other. */
export function atomicGroupOf(field: string): readonly string[] {
  return ATOMIC_GROUPS.find((statement) => statement.includes(field)) ?? [field];
}

/** Text that is all spaces is no text, and one line end is one character whoever typed it. */
export function normalisedRecord(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      typeof value === "string" ? settled(value) : value,
    ]),
  );
}

function settled(text: string): string | null {
  return text.trim() === "" ? null : text.replaceAll(/\r\n?/g, "\n");
}

/** What the common way of saving asks about a record's values. */
export const RECORD_VALUE_RULES: ValueRules = {
  normalise: normalisedRecord,
  isBlank: (values) => countedAs(values) === "blank",
  countedAs,
};

/** A record counts as saved when somebody wrote in it; the term gives every one its total of sessions. */
export function countedAs(values: Values): "saved" | "blank" {
  const written = RECORD_FIELDS.some(
    (field) => field !== "total_sessions" && (values[field] ?? null) !== null,
  );
  return written ? "saved" : "blank";
}

type Asked = { changes: Values; values: Values };

/** Why a record cannot be kept, or null: `changes` are what was asked for, `values` what it would hold (T5, T6). */
export function recordRefusal({ changes, values }: Asked, rules: RecordRules): Refusal | null {
  for (const [field, value] of Object.entries(changes)) {
    const reason = rightRefusal(field, rules) ?? valueRefusal({ field, value }, rules);
    if (reason) return { reason, field };
  }
  return termRefusal(changes, rules) ?? sessionsRefusal(changes, values) ?? decisionRefusal(changes, values);
}

function rightRefusal(field: string, { editable, term }: RecordRules): string | null {
  if (!RECORD_FIELDS.includes(field)) return "a term report has no such field";
  if (oneOf(field, DECISIONS) && !isDecidedIn(term)) return "this is decided in term 3";
  if (editable.includes(field)) return null;
  return field === "principal_comment"
    ? "only the principal writes this comment"
    : "only the class's form teacher writes this";
}

type AskedField = { field: string; value: FieldValue };

/** Why a value has no place in its field, or null. */
function valueRefusal({ field, value }: AskedField, rules: RecordRules): string | null {
  if (value === null) return null;
  if (oneOf(field, SESSION_FIELDS)) return sessionsFault(value);
  if (field in TEXT_LIMITS) return textFault(value, TEXT_LIMITS[field] ?? 0);
  if (field === "promotion_progress")
    return oneOf(value, PROGRESS) ? null : "promotion progress is Yes or No";
  if (field === "promoted_to") return oneOf(value, rules.promotedTo) ? null : "not a class of the next level";
  if (field === "repeating") return oneOf(value, rules.repeating) ? null : "not a class of this level";
  return oneOf(value, Object.keys(RATINGS)) ? null : "a rating is C, S or R";
}

function sessionsFault(value: FieldValue): string | null {
  if (typeof value !== "number" || !Number.isInteger(value)) return "sessions are a whole number";
  return value >= 0 && value <= MOST_SESSIONS ? null : `sessions are from 0 to ${MOST_SESSIONS}`;
}

function textFault(value: FieldValue, limit: number): string | null {
  if (typeof value !== "string") return "this is a text";
  if (limit === SHORT_TEXT_LIMIT && value.includes("\n")) return "this is one line";
  if (value.length > limit) return `${value.length} characters, ${limit} fit`;
  return UNKEPT.test(value) ? "it holds a character that cannot be kept" : null;
}

/** A report counts no more sessions than the term has had; what stands there from before is not asked again. */
function termRefusal(
  { total_sessions: asked = null }: Values,
  { termSessions }: RecordRules,
): Refusal | null {
  if (termSessions === null || typeof asked !== "number" || asked <= termSessions) return null;
  return { reason: `the term has ${termSessions} sessions`, field: "total_sessions" };
}

function sessionsRefusal(changes: Values, values: Values): Refusal | null {
  const total = values.total_sessions ?? null;
  const touched = SESSION_FIELDS.filter((field) => field in changes);
  if (typeof total !== "number" || touched.length === 0) return null;
  const over = SESSION_FIELDS.find((field) => Number(values[field] ?? 0) > total);
  if (!over) return null;
  const field = touched.find((each) => each === over) ?? touched[0] ?? over;
  return { reason: overWords(field, total), field };
}

/** Beside the field that was changed: a total that is too small, or absences that are too many. */
function overWords(field: string, total: number): string {
  return field === "total_sessions" ? "more are written as absent or late" : `the term has ${total} sessions`;
}

function decisionRefusal(changes: Values, values: Values): Refusal | null {
  const field = DECISIONS.find((each) => (changes[each] ?? null) !== null);
  if (!field || DECISIONS.some((each) => (values[each] ?? null) === null)) return null;
  return { reason: "a student is promoted or repeats, not both", field };
}

function oneOf(value: FieldValue, allowed: readonly FieldValue[]): boolean {
  return allowed.includes(value);
}
