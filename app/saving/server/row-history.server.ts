import { noTransaction, type Transaction } from "#db/index.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { capitalise } from "#domain/text/capital.ts";
import {
  createBlankValues,
  findFieldTitle,
  formatFieldValue,
  withAtomicGroups,
  type AtomicGroups,
  type RecordFields,
} from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import { valuesBeforeEvents, type RowHistoryEvent } from "../protocol/judge.ts";
import { type HistoryEntry, OWN_CHANGE_AUTHOR, joinReasons } from "../protocol/protocol.ts";
import { loadEventsAfter } from "./judge-rows.server.ts";
import { saveRows } from "./save-rows.server.ts";
import type { SaveDefinition } from "./saved-screen.server.ts";

export type RowRequest<Key> = { person: Person; key: Key; row: string };

type RowRead<Target, Row> = {
  target: Target;
  stored: Row;
  fields: RecordFields;
  values: FieldValues;
  /** The changes to the row, oldest first. */
  events: RowHistoryEvent[];
};

/** Loads a row with its whole history. @throws notFound */
export async function loadHistory<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  { person, key, row }: RowRequest<Key>,
): Promise<RowRead<Target, Row>> {
  const target = await screen.find(person, key, noTransaction);
  const stored = (await screen.read(target, [Number(row)], noTransaction)).get(row);
  if (!stored) throw notFound(screen.words.notFound);
  const events = await loadEventsAfter({ screen, target, reader: null }, new Map([[row, 0]]), noTransaction);
  return {
    target,
    stored,
    fields: screen.fields(target, stored),
    values: screen.valuesOf(target, stored),
    events: events.get(row) ?? [],
  };
}

/**
 * Describes the changes to these fields, newest first. `reasons` contains the reasons for corrections, by the row's
 * version.
 */
export function formatHistoryEntries(
  { fields, events }: Pick<RowRead<unknown, unknown>, "fields" | "events">,
  {
    names,
    timeZone,
    reasons = new Map(),
  }: { names: readonly string[]; timeZone: string; reasons?: ReadonlyMap<number, string> },
): HistoryEntry[] {
  const entries = events.toReversed().map((event) => ({
    version: event.version,
    by: event.by,
    at: formatDateAndTime(event.at, timeZone),
    changes: names.flatMap((name) => changeOf(fields, name, event)),
    reason: reasons.get(event.version),
  }));
  return entries.filter(({ changes }) => changes.length > 0);
}

function changeOf(
  fields: RecordFields,
  name: string,
  { before, after }: RowHistoryEvent,
): HistoryEntry["changes"] {
  const blank = fields.get(name)?.blank ?? null;
  const [from, to] = [before[name] ?? blank, after[name] ?? blank];
  if (from === to) return [];
  return [
    {
      title: findFieldTitle(fields, name),
      from: formatFieldValue(fields, name, from),
      to: formatFieldValue(fields, name, to),
    },
  ];
}

/**
 * `before` is the history entry to undo and `base` is the version that was shown. `field` limits the undo to one
 * field and the fields that belong to its group.
 */
export type PutBackInput = { before: number; base: number; saveId: string; field?: string | undefined };

/**
 * Restores the values that a row had before a history entry, including all fields that belong together. The save is
 * checked for conflicts since the version that was shown.
 * @throws notFound
 */
export async function restoreEntry<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  input: RowRequest<Key>,
  { before, base, saveId, field }: PutBackInput,
): ReturnType<typeof saveRows> {
  const { target, fields, values, events } = await loadHistory(screen, input);
  const from = events.findIndex(({ version }) => version === before);
  const undone = events[from];
  if (!undone) throw notFound("The history no longer has this entry. Close the history, then open it again.");
  const held = valuesBeforeEvents(values, events.slice(from), createBlankValues(fields));
  const changed = Object.keys({ ...undone.before, ...undone.after });
  const groups = screen.atomicGroups(target);
  const names =
    field === undefined ? withAtomicGroups(changed, groups) : fieldAndChanged(field, { changed, groups });
  const changes = Object.fromEntries(
    names.filter((name) => fields.has(name)).map((name) => [name, held[name] ?? null]),
  );
  const rows = [{ row: input.row, base, changes, isWhole: true }];
  return saveRows(screen, input, { saveId, rows, isPutBack: true });
}

/** Returns the field and the other fields of its atomic group that the history entry changed. */
function fieldAndChanged(
  field: string,
  { changed, groups }: { changed: readonly string[]; groups: AtomicGroups },
): string[] {
  return withAtomicGroups([field], groups).filter((name) => name === field || changed.includes(name));
}

/** Returns why a dialog could not save a row, or null. `look` is an instruction, such as 'Check the comment'. */
export function describeNotRestored(
  saved: Awaited<ReturnType<typeof saveRows>>,
  look: string,
): string | null {
  if (saved.closed) return `${capitalise(saved.closed.words)}.`;
  const [result] = saved.results;
  if (result?.outcome === "refused") return `${capitalise(joinReasons(result.refusals))}.`;
  if (result?.outcome === "conflict") {
    const change =
      result.by === OWN_CHANGE_AUTHOR
        ? "You changed this on another page"
        : `${result.by} changed this while you had it open`;
    return `${change}. ${look}, then decide.`;
  }
  return null;
}
