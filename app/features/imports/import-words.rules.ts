import type { ImportKind, ImportState } from "#domain/people/imports.ts";
import type { ImportView } from "./imports.server.ts";
import { IMPORT_KIND_TEXTS } from "./imports.ts";

export const IMPORT_STATE_TEXT: Readonly<Record<ImportState, string>> = {
  reading: "Nothing is saved yet",
  matching: "Nothing is saved until you have seen the preview",
  judged: "The file was checked: nothing is saved yet",
  refused: "The file was not read: nothing is saved",
  importing: "Importing",
  imported: "Imported",
  undoing: "Undoing",
  undone: "Undone: all records are the same as before the import",
};

/** The heading of the column that shows what happens to each row. */
export const RESULT_COLUMN_TITLES: Readonly<Record<ImportState, string>> = {
  reading: "Changes to be made, and problems",
  matching: "Changes to be made, and problems",
  judged: "Changes to be made, and problems",
  refused: "Changes to be made, and problems",
  importing: "Changes and problems",
  imported: "Changes and problems",
  undoing: "Changes being undone, and problems",
  undone: "Changes that were undone, and problems",
};

type Counted = Pick<ImportView, "kind" | "counts">;

export function countImportedRows({ counts }: Pick<ImportView, "counts">): number {
  return counts.created + counts.changed;
}

/** Describes the work of the background job. Returns null if no job is working on the import. */
export function describeProgress(shown: Pick<ImportView, "state" | "file"> & Counted): string | null {
  const { state, file } = shown;
  const people = formatImportedRows(shown.kind, countImportedRows(shown));
  if (state === "reading") return `${file} is being read. Nothing is saved yet.`;
  if (state === "importing")
    return `Importing ${people}: either all or none. The import continues if you close this page.`;
  return state === "undoing" ? `Undoing the import of ${people}: either all or none.` : null;
}

/** Returns text such as `50 students imported: 41 created, 9 changed.` */
export function describeImportedRows({ kind, counts }: Counted): string {
  const out = counts.refused + counts.choose;
  const stayed = out === 0 ? "" : ` ${counted(out, ["row was", "rows were"])} not imported.`;
  const done = `${counted(counts.created)} created, ${counted(counts.changed)} changed`;
  return `${formatImportedRows(kind, countImportedRows({ counts }))} imported: ${done}.${stayed}`;
}

type WrittenPeople = Readonly<Record<"created" | "changed", readonly unknown[]>>;

/** Returns text such as `50 students: 41 created, 9 changed`, for the log of security events. */
export function formatImportedCounts(kind: ImportKind, { created, changed }: WrittenPeople): string {
  const done = `${counted(created.length)} created, ${counted(changed.length)} changed`;
  return `${formatImportedRows(kind, created.length + changed.length)}: ${done}`;
}

export function formatImportedRows(kind: ImportKind, count: number): string {
  const { one, several } = IMPORT_KIND_TEXTS[kind];
  return counted(count, [one, several]);
}

function counted(count: number, nouns?: readonly [one: string, several: string]): string {
  const figure = count.toLocaleString("en");
  return nouns === undefined ? figure : `${figure} ${count === 1 ? nouns[0] : nouns[1]}`;
}
