import { data, redirect } from "@remix-run/node";
import type { Transaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { createBlankValues, type RecordFields } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import { randomId } from "#runtime/ids.ts";
import { valuesBeforeEvents } from "../protocol/judge.ts";
import {
  type RowSaveOutcome,
  refusedFields,
  type RowResult,
  type RowSave,
  findValueChanges,
  hasChanges,
  pickFields,
} from "../protocol/protocol.ts";
import { countResults, lockAndReadRows } from "./save-rows.server.ts";
import { loadEventsAfter, decideAndStoreRows } from "./judge-rows.server.ts";
import { parseLeaveTo, parsePostedRows, type PostedRow } from "./posted-rows.server.ts";
import type { SaveDefinition } from "./saved-screen.server.ts";

/** The outcome of each row that was changed on the page, with the typed values that were not saved. */
type FormSaveResult = { status: 200 | 409 | 422; outcomes: Record<string, RowSaveOutcome> };

/**
 * Saves all rows of a screen for a browser without JavaScript. The page shows the outcome of each row. If everything is
 * saved and the person pressed a link, the link is followed instead.
 * @throws the redirect to the link
 */
export async function saveRowsWithoutScript<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  { person, key, form }: { person: Person; key: Key; form: FormData },
) {
  const { status, outcomes } = await savePostedForm(screen, { person, key }, parsePostedRows(form));
  const leaveTo = parseLeaveTo(form);
  if (leaveTo !== null && status === 200) throw redirect(leaveTo);
  return data({ outcomes, leaveTo }, { status });
}

/**
 * Saves a form submitted without JavaScript. It contains every row and field, changed or not. A field counts as changed
 * if it differs from the row's value at its base, so that an outdated page does not restore old values.
 */
export async function savePostedForm<
  Key,
  Target,
  Row extends { version: number },
  Writing extends Transaction,
>(
  screen: SaveDefinition<Key, Target, Row, Writing>,
  { person, key }: { person: Person; key: Key },
  posted: readonly PostedRow[],
): Promise<FormSaveResult> {
  // Each press of Save gets its own id, because the same page may send other values after the person has gone back.
  const saveId = randomId();
  const saved: FormSaveResult = await screen.begin(
    person,
    async (t) => {
      const target = await screen.find(person, key, t);
      const locked = await lockAndReadRows(screen, target, posted, t);
      const rows = await changedRows({ screen, target, locked }, posted, t);
      const closed = screen.closed(target);
      if (closed && rows.length > 0) return turnedDown(rows, closed.words);
      const judged =
        rows.length > 0
          ? await decideAndStoreRows({ screen, target, person }, { saveId, rows, locked }, t)
          : null;
      const results = judged?.results ?? [];
      return {
        status: statusOf(results),
        outcomes: Object.fromEntries(
          results.map((result) => outcomeOf(result, { rows, isWhole: screen.isWhole ?? false })),
        ),
      };
    },
    { saveId },
  );
  countResults(Object.values(saved.outcomes).map(({ state }) => ({ outcome: OUTCOMES[state] })));
  return saved;
}

/** The names that metrics use for the outcomes. Other ways of saving use the same names. */
const OUTCOMES = { saved: "saved", refused: "refused", changed: "conflict" } as const;

type Locked<Key, Target, Row extends { version: number }, Writing extends Transaction> = {
  screen: SaveDefinition<Key, Target, Row, Writing>;
  target: Target;
  locked: ReadonlyMap<string, Row>;
};

/** Returns the rows with submitted values that differ from the version that the page read. */
async function changedRows<Key, Target, Row extends { version: number }, Writing extends Transaction>(
  { screen, target, locked }: Locked<Key, Target, Row, Writing>,
  posted: readonly PostedRow[],
  t: Writing,
): Promise<(RowSave & { isWhole: boolean })[]> {
  const stale = posted.filter(({ row, base }) => locked.has(row) && locked.get(row)?.version !== base);
  const bases = new Map(stale.map(({ row, base }) => [row, base]));
  const history = await loadEventsAfter({ screen, target, reader: null }, bases, t);
  return posted.flatMap(({ row, base, texts }) => {
    const stored = locked.get(row);
    const fields = screen.fields(target, stored);
    const now = stored ? screen.valuesOf(target, stored) : {};
    const changes = findValueChanges(
      valuesBeforeEvents(now, history.get(row) ?? [], createBlankValues(fields)),
      postedValues(fields, texts),
    );
    return hasChanges(changes) ? [{ row, base, changes, isWhole: screen.isWhole ?? false }] : [];
  });
}

/** Parses the submitted text. Text of an unknown field is not parsed, so that the save refuses it with a message. */
function postedValues(fields: RecordFields, texts: ReadonlyMap<string, string>): FieldValues {
  const values = [...texts].map(([name, text]): [string, FieldValue] => {
    const field = fields.get(name);
    return [name, field ? field.kind.normalise(field.kind.posted(text)) : text || null];
  });
  return Object.fromEntries(values);
}

function turnedDown(rows: readonly RowSave[], reason: string): FormSaveResult {
  const outcomes = rows.map(({ row, changes: typed }) => [
    row,
    {
      state: "refused",
      refusals: [{ reason, field: null, fields: Object.keys(typed) }],
      typed,
    } satisfies RowSaveOutcome,
  ]);
  return { status: 409, outcomes: Object.fromEntries(outcomes) as FormSaveResult["outcomes"] };
}

type Sent = { rows: readonly RowSave[]; isWhole: boolean };

function outcomeOf(result: RowResult, { rows, isWhole }: Sent): [string, RowSaveOutcome] {
  const { base = 0, changes: typed = {} } = rows.find(({ row }) => row === result.row) ?? {};
  if (result.outcome === "saved") return [result.row, { state: "saved" }];
  if (result.outcome === "refused") {
    const { refusals } = result;
    const kept = isWhole ? typed : pickFields(typed, refusedFields(refusals));
    return [result.row, { state: "refused", refusals, typed: kept }];
  }
  const { by, at, fields } = result;
  return [result.row, { state: "changed", by, at, fields, typed, base }];
}

function statusOf(results: readonly RowResult[]): FormSaveResult["status"] {
  if (results.some(({ outcome }) => outcome === "refused")) return 422;
  return results.some(({ outcome }) => outcome === "conflict") ? 409 : 200;
}
