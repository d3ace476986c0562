import { formatFieldText } from "#fields/kind.ts";
import {
  TERM_RECORD_ATOMIC_GROUPS,
  DECISION_FIELDS,
  TERM_RECORD_FIELDS,
  type TermRecordRules,
  getAtomicGroup,
} from "#fields/term-record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SavingRules } from "#saving/protocol/protocol.ts";
import {
  normaliseValues,
  type Refusal,
  columnsToValues,
  findFieldTitle,
  type RecordFields,
} from "#fields/record.ts";
import { toValuePart, type RowPart } from "#saving/screen/conflicts.rules.ts";

/** The message after the teacher's comment was emptied without ticking the box for clearing the comment. */
export const EMPTY_COMMENT_MESSAGE = "An empty comment is not saved, so the earlier comment stays.";

export const SESSION_FIELDS = ["total_sessions", "sessions_absent", "sessions_late"] as const;

export const RECORD_VALUE_RULES: SavingRules = {
  normalise: (values) => normaliseValues(TERM_RECORD_FIELDS, values),
  countedAs: receiptCategoryOf,
  atomicGroups: TERM_RECORD_ATOMIC_GROUPS,
};

/** Returns whether a record counts as saved or blank. The total of sessions is the term's and does not count. */
export function receiptCategoryOf(values: FieldValues): "saved" | "blank" {
  const written = [...TERM_RECORD_FIELDS.keys()].some(
    (field) => field !== "total_sessions" && (values[field] ?? null) !== null,
  );
  return written ? "saved" : "blank";
}

type Asked = { changes: FieldValues; values: FieldValues };

/** Returns a refusal if fields contradict each other, or null. `values` is the whole record after `changes`. */
export function findRecordRefusal({ changes, values }: Asked, rules: TermRecordRules): Refusal | null {
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
): Refusal | null {
  if (termSessions === null || typeof total !== "number" || total <= termSessions) return null;
  return { reason: `the term has ${termSessions} sessions`, field: "total_sessions" };
}

/** Refuses more absences and late arrivals together than there are sessions, because no session counts as both. */
function sessionsRefusal({ changes, values }: Asked, { termSessions }: TermRecordRules): Refusal | null {
  const total = values.total_sessions ?? termSessions;
  const field = SESSION_FIELDS.filter((item) => item in changes).at(-1);
  if (typeof total !== "number" || !field) return null;
  const [absent, late] = [Number(values.sessions_absent ?? 0), Number(values.sessions_late ?? 0)];
  if (absent + late <= total) return null;
  if (field === "total_sessions") return { reason: `absent and late add up to ${absent + late}`, field };
  const prefix = absent > 0 && late > 0 ? `absent and late add up to ${absent + late}, but ` : "";
  return { reason: `${prefix}the term has ${total} sessions`, field };
}

function decisionRefusal(changes: FieldValues, values: FieldValues): Refusal | null {
  const field = DECISION_FIELDS.find((item) => (changes[item] ?? null) !== null);
  if (!field || DECISION_FIELDS.some((item) => (values[item] ?? null) === null)) return null;
  return { reason: "a student is promoted or repeats, not both", field };
}

/** Returns a stored record as the values of the report's fields, with null for blank text. */
export function toRecordValues(stored: Parameters<typeof columnsToValues>[1]): FieldValues {
  return columnsToValues(TERM_RECORD_FIELDS, stored);
}

/** Returns the parts of a record for its history. The fields of the decision on promotion are one part. */
export function groupFieldsForHistory(fields: RecordFields): RowPart[] {
  return [...fields.values()].flatMap((field) => {
    const group = getAtomicGroup(field.name);
    if (group[0] !== field.name) return [];
    return group.length > 1 ? groupPart(group, fields) : toValuePart(field);
  });
}

/** Describes a group of fields by the field that has a value, such as 'Repeating Std 4'. */
function groupPart(group: readonly string[], fields: RecordFields): RowPart {
  return {
    fields: group,
    title: group.map((name) => findFieldTitle(fields, name)).join(", "),
    words(values) {
      const held = group.filter((name) => (values[name] ?? null) !== null);
      return (
        held.map((name) => `${findFieldTitle(fields, name)} ${formatFieldText(values[name])}`).join(", ") ||
        "blank"
      );
    },
  };
}
