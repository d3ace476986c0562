import { transaction, type Transaction } from "#db/index.ts";
import { askFor, lockImport, removeImport, setState } from "#db/queries/imports/imports.ts";
import { importRows, storeChoice, storeJudged, type StoredRow } from "#db/queries/imports/rows.ts";
import { ANOTHER } from "#domain/people/imports.ts";
import { idOf } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { removeStored } from "#files/store.server.ts";
import { workImport } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import type { ImportDefinition, Importer } from "./definition.server.ts";

/** In words what was done, or why not; null where the page says it. `isGone`: the import itself, with its file. */
export type Changed = { ok: boolean; words: string | null; isGone?: boolean };

type Asked = Importer & { importId: string; form: FormData; definition: ImportDefinition };
type Act = (asked: Asked, t: Transaction) => Promise<Changed>;

/** What each act asks of the state. */
const ACTS: Readonly<Record<string, { states: readonly string[]; act: Act }>> = {
  import: { states: ["judged"], act: start("importing") },
  undo: { states: ["imported"], act: start("undoing") },
  choose: { states: ["judged"], act: choose },
  discard: { states: ["reading", "judged", "refused"], act: discard },
};

/** What a button of the page asks for. @throws notFound, badRequest */
export async function changeImport({ accountId }: Person, asked: Omit<Asked, "accountId">): Promise<Changed> {
  const { importId, form, definition } = asked;
  const intent = String(form.get("intent"));
  const known = Object.hasOwn(ACTS, intent) ? ACTS[intent] : undefined;
  if (!known) throw badRequest("This form does not say what is to be done.");
  const { changed, file } = await transaction({ accountId }, async (t) => {
    const found = await lockImport(importId, t);
    if (found?.kind !== definition.kind) throw notFound("There is no such import any more.");
    const isOffered = known.states.includes(found.state);
    return {
      changed: isOffered ? await known.act({ ...asked, accountId }, t) : DONE_ALREADY,
      file: found.file,
    };
  });
  if (changed.isGone && file !== null) await removeStored(file);
  return changed;
}

const DONE_ALREADY: Changed = { ok: false, words: "This was done already." };

function start(state: "importing" | "undoing"): Act {
  return async ({ importId, accountId, address, form }, t) => {
    if (state === "importing" && !(await isAsLookedAt(importId, form, t)))
      return { ok: false, words: "A choice was made since this page was opened. Look again, then import." };
    await askFor({ importId, state, accountId, address }, t);
    await enqueue(workImport, { importId }, t);
    return { ok: true, words: null };
  };
}

/** The primary counts what it imports: nothing else is. */
async function isAsLookedAt(importId: string, form: FormData, t: Transaction): Promise<boolean> {
  const rows = await importRows(importId, t);
  const count = rows.filter(({ outcome }) => outcome === "created" || outcome === "changed").length;
  return count > 0 && form.get("count") === String(count);
}

/** Whom a row is of that may be somebody who is here. */
async function choose({ importId, form, definition }: Asked, t: Transaction): Promise<Changed> {
  const [number, choice] = [idOf(String(form.get("row"))), String(form.get("choice") ?? "")];
  const rows = await importRows(importId, t);
  const row = rows.find(({ row_number }) => row_number === number);
  const offered = row?.lines.some(
    (line) => line.say === "alike" && (choice === ANOTHER ? line.mayBeAnother : line.publicId === choice),
  );
  if (!row || number === null || (!offered && choice !== ""))
    return { ok: false, words: "That is not asked of this row." };
  const other = rows.find((each) => each !== row && isOf(each, choice));
  if (other)
    return { ok: false, words: `Row ${other.row_number} is of ${choice} already: one of them stays out.` };
  await storeChoice({ importId, row: number, choice }, t);
  const asked = rows.map(({ row_number, cells, choice: before }) => ({
    row: row_number,
    cells,
    choice: before,
  }));
  const only = { row: number, cells: row.cells, choice };
  const { judged } = await definition.judge(asked, t, [only]);
  await storeJudged({ importId, judged }, t);
  await setState({ importId, state: "judged", failure: "" }, t);
  return { ok: true, words: null };
}

/** Two rows of one person would undo each other, and which is right nobody knows. */
function isOf({ outcome, public_id }: StoredRow, choice: string): boolean {
  return (outcome === "changed" || outcome === "unchanged") && public_id === choice;
}

/** A worker that is at the file finds no import any more when it has read it. */
async function discard({ importId }: Asked, t: Transaction): Promise<Changed> {
  await removeImport(importId, t);
  return { ok: true, words: "The import was thrown away.", isGone: true };
}
