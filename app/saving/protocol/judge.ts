import { withGroups, type AtomicGroups } from "#fields/record.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import { valuesBut } from "./merge.ts";
import type { ChangedField, RowSave, Ruling, StoredRow } from "./protocol.ts";

/** One entry of a row's history: which fields a save changed, from what, to what. */
export type RowEvent = {
  version: number;
  saveId: string | null;
  by: string;
  at: string;
  before: Values;
  after: Values;
};

/** A save without a base is taken as it comes: only the calls of the specification may leave it out. */
export type JudgedSave = { changes: Values; base: RowSave["base"] | null };

type Case = {
  save: JudgedSave;
  saveId: string;
  stored: StoredRow;
  /** What happened to the row after `save.base`, oldest first. */
  events: readonly RowEvent[];
  /** What each field holds when nothing is stored. */
  blank: Values;
  atomicGroups: AtomicGroups;
};

/** `changes` may be written: those of the save that are not stored already, and that nobody changed meanwhile. */
export type Verdict = { conflict: Extract<Ruling, { outcome: "conflict" }> | null; changes: Values };

/** Which fields of a save may be written over what is stored now (design section 5, 'With it'). */
export function judge(judged: Case): Verdict {
  const { save, stored, events, blank, atomicGroups } = judged;
  const changes = valuesBut(save.changes, alreadySaved(judged));
  if (save.base === null || save.base === stored.version) return { conflict: null, changes };
  const fields = conflicting({ ...judged, save: { ...save, changes } });
  if (fields.length === 0) return { conflict: null, changes };
  const last = events.findLast((event) => fields.some(({ field }) => touches(event, field, blank)));
  const names = fields.map(({ field }) => field);
  return {
    conflict: { outcome: "conflict", by: last?.by ?? "", at: last?.at ?? "", fields },
    changes: valuesBut(changes, statementOf(names, changes, atomicGroups)),
  };
}

/** These fields with all changes that are said together with them, also by way of others: they stand or fall as one. */
export function statementOf(
  fields: readonly string[],
  changes: Values,
  atomicGroups: Case["atomicGroups"],
): string[] {
  const said = withGroups(fields, atomicGroups);
  const also = Object.keys(changes).filter((field) => said.includes(field) && !fields.includes(field));
  return also.length > 0 ? statementOf([...fields, ...also], changes, atomicGroups) : [...fields];
}

/**
 * What an earlier try of the same save has stored. The id alone proves nothing: a caller that gives it to another save
 * would be told that its values are stored.
 */
function alreadySaved({ save, saveId, stored, events, blank }: Case): string[] {
  const own = events.findLastIndex((event) => event.saveId === saveId);
  if (own < 0) return [];
  const held = valuesBefore(stored.values, events.slice(own + 1), blank);
  return Object.keys(save.changes).filter(
    (field) => valueOf(held, field, blank) === valueOf(save.changes, field, blank),
  );
}

/**
 * Fields that the save has an opinion on, that a colleague changed since its base, and on which they differ; and with
 * them whatever else the save says in the same statement: who takes 51 over 'absent' takes it whole.
 */
function conflicting({ save, stored, events, blank, atomicGroups }: Case): ChangedField[] {
  const differing = withGroups(Object.keys(save.changes), atomicGroups).flatMap((field) => {
    const from = valueAtBase(field, { stored, events, blank });
    const to = valueOf(stored.values, field, blank);
    const wanted = field in save.changes ? valueOf(save.changes, field, blank) : from;
    return to === wanted ? [] : [{ field, from, to }];
  });
  const changed = new Set(differing.filter(({ from, to }) => from !== to).map(({ field }) => field));
  const meant = new Set(withGroups([...changed], atomicGroups));
  return differing.filter(({ field }) => meant.has(field));
}

function valueAtBase(
  field: string,
  { stored, events, blank }: Pick<Case, "stored" | "events" | "blank">,
): FieldValue {
  const first = events.find((event) => touches(event, field, blank));
  return first ? valueOf(first.before, field, blank) : valueOf(stored.values, field, blank);
}

function touches(event: RowEvent, field: string, blank: Values): boolean {
  const named = field in event.after || field in event.before;
  return named && valueOf(event.after, field, blank) !== valueOf(event.before, field, blank);
}

function valueOf(values: Values, field: string, blank: Values): FieldValue {
  return values[field] ?? blank[field] ?? null;
}

/** What the fields that a save changed held before it. */
export function replacedBy(saveId: string, events: readonly RowEvent[], blank: Values): Values {
  const own = events.filter((event) => event.saveId === saveId);
  const before = Object.assign({}, ...own.toReversed().map((event) => event.before)) as Values;
  const after = Object.assign({}, ...own.map((event) => event.after)) as Values;
  const replaced = Object.keys(blank).flatMap((field) => {
    const held = valueOf(before, field, blank);
    return field in after && held !== valueOf(after, field, blank) ? [[field, held] as const] : [];
  });
  return Object.fromEntries(replaced);
}

/** What a row held at the version that `events` follow: what is stored now, with each event taken back. */
export function valuesBefore(stored: Values, events: readonly RowEvent[], blank: Values): Values {
  const fields = Object.keys(blank);
  return events.toReversed().reduce(
    (values, event) => {
      const changed = fields.filter((field) => touches(event, field, blank));
      return {
        ...values,
        ...Object.fromEntries(changed.map((field) => [field, valueOf(event.before, field, blank)])),
      };
    },
    { ...blank, ...stored },
  );
}
