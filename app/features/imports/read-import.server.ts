import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listedImports, type ListedImport } from "#db/queries/imports/imports.ts";
import { pageOfRows, spreadOfRows } from "#db/queries/imports/rows.ts";
import { formatMoment, formatUntil } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { pageSpan } from "#domain/list/paging.ts";
import {
  isOutcome,
  OUTCOMES,
  UNDO_HOURS,
  type ImportKind,
  type ImportState,
  type Outcome,
} from "#domain/people/imports.ts";
import { idOf, withQuery } from "#domain/paths.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import {
  importUrl,
  isImportId,
  PAGE_ROWS,
  type ShownImport,
  type ShownListed,
  type ShownRow,
} from "./imports.ts";

const MOST_LISTED = 20;
const HOUR_MS = 3_600_000;

/** Earlier imports, the newest first. */
export async function listImports({ school: { timeZone } }: Visit, kind: ImportKind): Promise<ShownListed[]> {
  const found = await listedImports(
    { kind, undoHours: UNDO_HOURS, importId: null, most: MOST_LISTED },
    noTransaction,
  );
  return found.map((each) => ({
    url: importUrl(kind, each.import_id),
    begun: formatMoment(each.begun_at, timeZone),
    by: actorName(each),
    file: each.file_name,
    words: listWords(each, timeZone),
  }));
}

const STATES: Readonly<Record<ImportState, string>> = {
  reading: "being read",
  judged: "dry run, nothing is saved",
  refused: "the file was refused",
  importing: "being imported",
  imported: "imported",
  undoing: "being undone",
  undone: "undone",
};

function listWords({ state, counts, imported_at, undone_at }: ListedImport, timeZone: string): string {
  const { created = 0, changed = 0 } = counts;
  if (state !== "imported" && state !== "undone") return STATES[state];
  const moment = formatMoment((state === "undone" ? undone_at : imported_at) ?? now(), timeZone);
  return `${created} created, ${changed} changed, ${STATES[state]} ${moment}`;
}

type Place = { importId: string; outcome: Outcome | null; page: number };

/** An import as it stands, with a page of its rows. @throws notFound */
export async function readImport(
  { school: { timeZone } }: Visit,
  asked: Place & { kind: ImportKind },
): Promise<ShownImport> {
  const { kind, importId, outcome } = asked;
  const [found] = await listedImports({ kind, undoHours: UNDO_HOURS, importId, most: 1 }, noTransaction);
  if (!found) throw notFound("There is no such import. A dry run is kept for a day.");
  const counts = countsOf(found);
  const total = outcome === null ? counts.all : counts[outcome];
  const { shown: page } = pageSpan({ page: asked.page, pageSize: PAGE_ROWS, total });
  const offset = (page - 1) * PAGE_ROWS;
  const spread = await spreadOfRows(importId, noTransaction);
  const rows = await pageOfRows({ importId, outcome, limit: PAGE_ROWS, offset }, noTransaction);
  const until = found.undo_until ?? new Date(now().getTime() + UNDO_HOURS * HOUR_MS);
  return {
    ...{ kind, id: importId },
    base: importUrl(kind, importId),
    url: withQuery(importUrl(kind, importId), { show: outcome, page: page > 1 ? page : null }),
    file: found.file_name,
    state: found.state,
    failure: found.failure,
    readAt: now().getTime(),
    about: `${formatMoment(found.begun_at, timeZone)}, ${actorName(found)}`,
    ...{ counts, spread, outcome, page },
    rows: rows.flatMap(shownRow),
    undoUntil: found.is_over ? null : formatUntil(until, { timeZone, now: now() }),
  };
}

function countsOf({ counts }: ListedImport): ShownImport["counts"] {
  const each = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0]));
  const all = Object.values(each).reduce((sum, count) => sum + count, 0);
  return { ...(each as Record<Outcome, number>), all };
}

type Stored = Awaited<ReturnType<typeof pageOfRows>>[number];

function shownRow({
  row_number: row,
  outcome,
  public_id: publicId,
  name,
  class: label,
  lines,
}: Stored): ShownRow[] {
  return outcome === null ? [] : [{ row, outcome, publicId, name, class: label, lines }];
}

type Params = Readonly<Record<string, string | undefined>>;

/** Which import an address names, which of its rows and which page of them. @throws notFound */
export function importPlaceIn(request: Request, params: Params): Place {
  const { searchParams } = new URL(request.url);
  const show = searchParams.get("show");
  return {
    importId: importIn(params),
    outcome: isOutcome(show) ? show : null,
    page: idOf(searchParams.get("page")) ?? 1,
  };
}

/** @throws notFound */
export function importIn({ importId }: Params): string {
  if (!isImportId(importId)) throw notFound("There is no such import.");
  return importId;
}
