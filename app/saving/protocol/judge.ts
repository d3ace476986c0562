import { withAtomicGroups, type AtomicGroups } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import {
  omitFields,
  withGroupedFields,
  type FieldChangedByColleague,
  type RowSave,
  type SaveVerdict,
  type StoredRow,
} from "./protocol.ts";

/** One entry in a row's history: the fields that a save changed, with the values before and after. */
export type RowHistoryEvent = {
  version: number;
  saveId: string | null;
  by: string;
  at: string;
  before: FieldValues;
  after: FieldValues;
};

/** A save to compare with the stored row. Only API calls of the specification may have no base, and so overwrite. */
export type SaveAttempt = { changes: FieldValues; base: RowSave["base"] | null };

type Case = {
  save: SaveAttempt;
  saveId: string;
  stored: StoredRow;
  /** The changes to the row since `save.base`, oldest first. */
  events: readonly RowHistoryEvent[];
  /** The value of each field in a row that is not stored yet. */
  blank: FieldValues;
  atomicGroups: AtomicGroups;
};

/** `changes` are the values to write: values that are not stored already and that nobody else has changed. */
export type SaveDecision = {
  conflict: Extract<SaveVerdict, { outcome: "conflict" }> | null;
  changes: FieldValues;
};

/** Decides which fields of a save may be written over the stored values. */
export function decideSave(saveCase: Case): SaveDecision {
  const { save, stored, events, blank, atomicGroups } = saveCase;
  const changes = omitFields(save.changes, alreadySaved(saveCase));
  if (save.base === null || save.base === stored.version) return { conflict: null, changes };
  const fields = conflicting({ ...saveCase, save: { ...save, changes } });
  if (fields.length === 0) return { conflict: null, changes };
  const last = events.findLast((event) => fields.some(({ field }) => touches(event, field, blank)));
  const names = fields.map(({ field }) => field);
  return {
    conflict: { outcome: "conflict", by: last?.by ?? "", at: last?.at ?? "", fields },
    changes: omitFields(changes, withGroupedFields(names, changes, atomicGroups)),
  };
}

/**
 * Lists the fields that an earlier attempt of the same save has stored. Values are compared too: if a caller reuses the
 * id for another save, that save must not be reported as stored.
 */
function alreadySaved({ save, saveId, stored, events, blank }: Case): string[] {
  const own = events.findLastIndex((event) => event.saveId === saveId);
  if (own < 0) return [];
  const held = valuesBeforeEvents(stored.values, events.slice(own + 1), blank);
  return Object.keys(save.changes).filter(
    (field) => valueOf(held, field, blank) === valueOf(save.changes, field, blank),
  );
}

/**
 * Lists the fields that this save and a colleague have both changed since the save's base, to different values. The
 * other fields of their group follow: a person who replaces 'absent' by 51 replaces attendance and mark.
 */
function conflicting({ save, stored, events, blank, atomicGroups }: Case): FieldChangedByColleague[] {
  const differing = withAtomicGroups(Object.keys(save.changes), atomicGroups).flatMap((field) => {
    const from = valueAtBase(field, { stored, events, blank });
    const to = valueOf(stored.values, field, blank);
    const wanted = field in save.changes ? valueOf(save.changes, field, blank) : from;
    return to === wanted ? [] : [{ field, from, to }];
  });
  const changed = new Set(differing.filter(({ from, to }) => from !== to).map(({ field }) => field));
  const meant = new Set(withAtomicGroups([...changed], atomicGroups));
  return differing.filter(({ field }) => meant.has(field));
}

function valueAtBase(
  field: string,
  { stored, events, blank }: Pick<Case, "stored" | "events" | "blank">,
): FieldValue {
  const first = events.find((event) => touches(event, field, blank));
  return first ? valueOf(first.before, field, blank) : valueOf(stored.values, field, blank);
}

function touches(event: RowHistoryEvent, field: string, blank: FieldValues): boolean {
  const named = field in event.after || field in event.before;
  return named && valueOf(event.after, field, blank) !== valueOf(event.before, field, blank);
}

function valueOf(values: FieldValues, field: string, blank: FieldValues): FieldValue {
  return values[field] ?? blank[field] ?? null;
}

export function findReplacedValues(
  saveId: string,
  events: readonly RowHistoryEvent[],
  blank: FieldValues,
): FieldValues {
  const own = events.filter((event) => event.saveId === saveId);
  const before = Object.assign({}, ...own.toReversed().map((event) => event.before)) as FieldValues;
  const after = Object.assign({}, ...own.map((event) => event.after)) as FieldValues;
  const replaced = Object.keys(blank).flatMap((field) => {
    const held = valueOf(before, field, blank);
    return field in after && held !== valueOf(after, field, blank) ? [[field, held] as const] : [];
  });
  return Object.fromEntries(replaced);
}

/** Returns a row's values before `events` by undoing each event. */
export function valuesBeforeEvents(
  stored: FieldValues,
  events: readonly RowHistoryEvent[],
  blank: FieldValues,
): FieldValues {
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
