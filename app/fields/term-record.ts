import {
  BEHAVIOURS,
  BEHAVIOUR_FIELDS,
  COMMENT_MAX_LENGTHS,
  SHORT_TEXT_MAX_LENGTH,
  isDecisionTerm,
} from "#domain/term-reports.ts";
import { fixedChoiceField, ratingField, yesOrNoField } from "./choices.ts";
import { UNCHANGED_COLUMN } from "./kind.ts";
import { wholeNumberField } from "./numbers.ts";
import {
  mapFieldsByName,
  type AtomicGroups,
  type RecordField,
  type RecordFields,
  type FieldRefusal,
} from "./record.ts";
import { textField } from "./texts.ts";
import type { FieldValues } from "./value.ts";

/** A higher number of sessions is a typing mistake, because no term has as many. */
const MOST_SESSIONS = 400;

/** The person who is responsible for a field: the form teacher of the class, or the principal. */
export type ReportWriter = "teacher" | "principal";

type TermField = RecordField & { writer?: ReportWriter; isDecision?: true };

const sessions = wholeNumberField({ most: MOST_SESSIONS });
const fewWords = textField({ longest: SHORT_TEXT_MAX_LENGTH });

/** The fields of a term report in the order of the page. The choices for the next class depend on the class. */
const FIELDS = [
  { name: "total_sessions", title: "Total Sessions", kind: sessions },
  { name: "sessions_absent", title: "Sessions Absent", kind: sessions },
  { name: "sessions_late", title: "Sessions Late", kind: sessions },
  { name: "participation", title: "Participation", kind: fewWords },
  { name: "project", title: "Project", kind: fewWords },
  { name: "conduct", title: "Conduct", kind: { ...fewWords, ...UNCHANGED_COLUMN } },
  { name: "promotion_progress", title: "Promotion Progress", kind: yesOrNoField("promotion progress") },
  { name: "promoted_to", title: "Promoted To", kind: classOf([], "next"), isDecision: true },
  { name: "repeating", title: "Repeating", kind: classOf([], "this"), isDecision: true },
  ...BEHAVIOUR_FIELDS.map((name) => ({ name, title: BEHAVIOURS[name], kind: ratingField })),
  { name: "teacher_comment", title: "Teacher's Comments", kind: comment("teacher_comment") },
  {
    name: "principal_comment",
    title: "Principal's Comments",
    kind: comment("principal_comment"),
    writer: "principal",
  },
] as const satisfies readonly TermField[];

const TERM_FIELDS: readonly TermField[] = FIELDS;

/** The database columns of a term report: each field has a column with the same name. */
export const TERM_RECORD_COLUMNS = FIELDS.map(({ name }) => name);

function classOf(classes: readonly string[], level: "next" | "this") {
  return fixedChoiceField(
    classes,
    level === "next" ? "choose a class of the next level" : "choose a class of this level",
  );
}

function comment(name: keyof typeof COMMENT_MAX_LENGTHS) {
  const stopsAt = COMMENT_MAX_LENGTHS[name];
  return { ...textField({ longest: stopsAt, lines: "several" }), stopsAt };
}

/** The rules for the values that one person may enter in a term report. */
export type TermRecordRules = {
  /** The names of the fields that this person may change now. */
  editable: readonly string[];
  term: number;
  /** The number of sessions in the whole term, or null when the school calendar does not determine it. */
  termSessions: number | null;
  /** The form classes of the next level, and the stored choice if it is a different one. */
  promotedTo: readonly string[];
  /** The form classes of this level, and the stored choice if it is a different one. */
  repeating: readonly string[];
};

/** The fields of every term report, without the choices of a class and the restrictions for a person. */
export const TERM_RECORD_FIELDS: RecordFields = mapFieldsByName(TERM_FIELDS);

/** Defines the fields of one report with the class's choices. Fields that this person may not change are closed. */
export function termRecordFields(rules: TermRecordRules): RecordFields {
  const { termSessions } = rules;
  const sessionsOfTerm =
    termSessions === null
      ? sessions
      : wholeNumberField({ most: MOST_SESSIONS, over: `the term has ${termSessions} sessions` });
  const kinds: Record<string, TermField["kind"]> = {
    total_sessions: sessionsOfTerm,
    sessions_absent: sessionsOfTerm,
    sessions_late: sessionsOfTerm,
    promoted_to: classOf(rules.promotedTo, "next"),
    repeating: classOf(rules.repeating, "this"),
  };
  return mapFieldsByName(
    TERM_FIELDS.map((field) => ({
      ...field,
      kind: kinds[field.name] ?? field.kind,
      closed: closedWords(field, rules),
    })),
  );
}

function closedWords(
  { name, writer, isDecision }: TermField,
  { editable, term }: TermRecordRules,
): string | null {
  if (isDecision && !isDecisionTerm(term)) return "promotion can only be decided in Term 3";
  if (editable.includes(name)) return null;
  return writer === "principal"
    ? "only the principal can write this comment"
    : "only the form teacher of the class can change this";
}

/** Lists the names of the fields that these writers fill in during a term. */
export function listFieldsWrittenBy(writers: readonly ReportWriter[], term: number): string[] {
  return TERM_FIELDS.filter(
    ({ writer = "teacher", isDecision }) => writers.includes(writer) && (!isDecision || isDecisionTerm(term)),
  ).map(({ name }) => name);
}

/**
 * Lists the fields of the panel beside the marks: no behaviours or comments, decisions only in the last term of the
 * year, and conduct only where the report has it.
 */
export function listFieldsBesideMarks({ term, hasConduct }: { term: number; hasConduct: boolean }): string[] {
  return TERM_FIELDS.filter(
    ({ name, kind, isDecision }) =>
      kind !== ratingField &&
      kind.control !== "text" &&
      (!isDecision || isDecisionTerm(term)) &&
      (name !== "conduct" || hasConduct),
  ).map(({ name }) => name);
}

/** The decisions to promote and to repeat save together, so that two colleagues cannot contradict each other. */
const DECISION_FIELDS = TERM_FIELDS.filter(({ isDecision }) => isDecision).map(({ name }) => name);

export const TERM_RECORD_ATOMIC_GROUPS: AtomicGroups = [DECISION_FIELDS];

export function getAtomicGroup(name: string): readonly string[] {
  return TERM_RECORD_ATOMIC_GROUPS.find((group) => group.includes(name)) ?? [name];
}

export const SESSION_FIELDS = ["total_sessions", "sessions_absent", "sessions_late"] as const;

type Asked = { changes: FieldValues; values: FieldValues };

/** Returns a refusal if fields contradict each other, or null. `values` is the whole record after `changes`. */
export function findRecordRefusal({ changes, values }: Asked, rules: TermRecordRules): FieldRefusal | null {
  return (
    termRefusal(changes, rules) ??
    sessionsRefusal({ changes, values }, rules) ??
    decisionRefusal(changes, values)
  );
}

/** Refuses more sessions than the term has. An unchanged stored total is accepted. */
function termRefusal(
  { total_sessions: total = null }: FieldValues,
  { termSessions }: TermRecordRules,
): FieldRefusal | null {
  if (termSessions === null || typeof total !== "number" || total <= termSessions) return null;
  return { reason: `the term has ${termSessions} sessions`, field: "total_sessions" };
}

/** Refuses more absences and late arrivals together than there are sessions, because no session counts as both. */
function sessionsRefusal({ changes, values }: Asked, { termSessions }: TermRecordRules): FieldRefusal | null {
  const total = values.total_sessions ?? termSessions;
  const field = SESSION_FIELDS.filter((item) => item in changes).at(-1);
  if (typeof total !== "number" || !field) return null;
  const [absent, late] = [Number(values.sessions_absent ?? 0), Number(values.sessions_late ?? 0)];
  if (absent + late <= total) return null;
  if (field === "total_sessions") return { reason: `absent and late add up to ${absent + late}`, field };
  const prefix = absent > 0 && late > 0 ? `absent and late add up to ${absent + late}, but ` : "";
  return { reason: `${prefix}the term has ${total} sessions`, field };
}

function decisionRefusal(changes: FieldValues, values: FieldValues): FieldRefusal | null {
  const field = DECISION_FIELDS.find((item) => (changes[item] ?? null) !== null);
  if (!field || DECISION_FIELDS.some((item) => (values[item] ?? null) === null)) return null;
  return { reason: "choose promoted or repeating, not both", field };
}
