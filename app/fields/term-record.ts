import {
  BEHAVIOURS,
  BEHAVIOUR_FIELDS,
  COMMENT_LIMITS,
  SHORT_TEXT_LIMIT,
  isDecidedIn,
} from "#domain/term-reports.ts";
import { oneOf, rating, yesOrNo } from "./choices.ts";
import { wholeNumber } from "./numbers.ts";
import { recordFields, type AtomicGroups, type RecordField, type RecordFields } from "./record.ts";
import { text } from "./texts.ts";

/** More sessions than any term has. */
const MOST_SESSIONS = 400;

/** The person who fills in a field: the class's form teacher, or the principal. */
export type Writer = "teacher" | "principal";

type TermField = RecordField & { writer?: Writer; isDecision?: true };

const sessions = wholeNumber({ most: MOST_SESSIONS });
const fewWords = text({ longest: SHORT_TEXT_LIMIT });

/** The fields of a term record in the order of the screen; the choices of next classes depend on the class. */
const FIELDS = [
  { name: "total_sessions", title: "Total Sessions", kind: sessions },
  { name: "sessions_absent", title: "Sessions Absent", kind: sessions },
  { name: "sessions_late", title: "Sessions Late", kind: sessions },
  { name: "participation", title: "Participation", kind: fewWords },
  { name: "project", title: "Project", kind: fewWords },
  { name: "promotion_progress", title: "Promotion Progress", kind: yesOrNo("promotion progress") },
  { name: "promoted_to", title: "Promoted To", kind: classOf([], "next"), isDecision: true },
  { name: "repeating", title: "Repeating", kind: classOf([], "this"), isDecision: true },
  ...BEHAVIOUR_FIELDS.map((name) => ({ name, title: BEHAVIOURS[name], kind: rating })),
  { name: "teacher_comment", title: "Teacher's Comments", kind: comment("teacher_comment") },
  {
    name: "principal_comment",
    title: "Principal's Comments",
    kind: comment("principal_comment"),
    writer: "principal",
  },
] as const satisfies readonly TermField[];

const TERM_FIELDS: readonly TermField[] = FIELDS;

/** Each field has a column of its name. */
export const RECORD_COLUMNS = FIELDS.map(({ name }) => name);

function classOf(classes: readonly string[], level: "next" | "this") {
  return oneOf(
    classes,
    level === "next" ? "choose a class of the next level" : "choose a class of this level",
  );
}

function comment(name: keyof typeof COMMENT_LIMITS) {
  const stopsAt = COMMENT_LIMITS[name];
  return { ...text({ longest: stopsAt, lines: "several" }), stopsAt };
}

/** The rules for the values that a record accepts, and from whom. */
export type RecordRules = {
  /** The fields that this person may change now. */
  editable: readonly string[];
  term: number;
  /** The sessions of the whole term by the school's calendar; null when the calendar does not say. */
  termSessions: number | null;
  /** The form classes of the next level, and the stored one. */
  promotedTo: readonly string[];
  /** The form classes of this level, and the stored one. */
  repeating: readonly string[];
};

/** The fields of every term record, whoever looks at it. */
export const TERM_RECORD: RecordFields = recordFields(TERM_FIELDS);

/** Defines the fields of one report: the classes that can be chosen, and the fields that this person may not change. */
export function termRecordFields(rules: RecordRules): RecordFields {
  const { termSessions } = rules;
  const sessionsOfTerm =
    termSessions === null
      ? sessions
      : wholeNumber({ most: MOST_SESSIONS, over: `the term has ${termSessions} sessions` });
  const kinds: Record<string, TermField["kind"]> = {
    total_sessions: sessionsOfTerm,
    sessions_absent: sessionsOfTerm,
    sessions_late: sessionsOfTerm,
    promoted_to: classOf(rules.promotedTo, "next"),
    repeating: classOf(rules.repeating, "this"),
  };
  return recordFields(
    TERM_FIELDS.map((field) => ({
      ...field,
      kind: kinds[field.name] ?? field.kind,
      closed: closedWords(field, rules),
    })),
  );
}

function closedWords(
  { name, writer, isDecision }: TermField,
  { editable, term }: RecordRules,
): string | null {
  if (isDecision && !isDecidedIn(term)) return "this can only be decided in Term 3";
  if (editable.includes(name)) return null;
  return writer === "principal"
    ? "only the principal can write this comment"
    : "only the form teacher of the class can change this";
}

/** Lists the fields that these writers fill in during a term. */
export function fieldsWrittenBy(writers: readonly Writer[], term: number): string[] {
  return TERM_FIELDS.filter(
    ({ writer = "teacher", isDecision }) => writers.includes(writer) && (!isDecision || isDecidedIn(term)),
  ).map(({ name }) => name);
}

/** Lists the fields beside the marks, in order: neither behaviours nor comments, and decisions only in their term. */
export function panelFields(term: number): string[] {
  return TERM_FIELDS.filter(
    ({ kind, isDecision }) =>
      kind !== rating && kind.control !== "text" && (!isDecision || isDecidedIn(term)),
  ).map(({ name }) => name);
}

/** Promoted and repeating form one group, so that no colleague's half is overwritten unseen. */
export const DECISIONS = TERM_FIELDS.filter(({ isDecision }) => isDecision).map(({ name }) => name);

export const ATOMIC_GROUPS: AtomicGroups = [DECISIONS];

/** Fields of one group are decided together: a student cannot be promoted by one and repeat by the other. */
export function atomicGroupOf(name: string): readonly string[] {
  return ATOMIC_GROUPS.find((group) => group.includes(name)) ?? [name];
}
