import { z } from "zod";
import { done, rejected, stale, unchanged, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { version } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import { requestReading } from "#db/queries/imports/imports.ts";
import {
  findImportReading,
  saveImportMatch,
  saveImportReading,
  type ImportReading,
} from "#db/queries/imports/readings.ts";
import {
  NOT_IMPORTED,
  UNDECIDED,
  type FileChoices,
  type FileColumn,
  type FileDecision,
  type FileDecisionName,
  type ImportState,
} from "#domain/people/imports.ts";
import { workImport } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import type { ShownImport } from "../definition.server.ts";
import { columnsUrl, importUrl } from "../imports.ts";
import { fieldOfHeading } from "./headings.rules.ts";
import { missingFields, repeatedFields } from "./match-columns.rules.ts";
import { shapeOf } from "./read-file.server.ts";

/** The chosen field of each column by its place; a column without a field is not decided. */
const match = z.record(z.string(), z.string()).default({});

/** The values of the decisions by their names, changed or not. */
const choice = z.record(z.string(), z.string()).default({});

export const MATCH_FORMS = [
  z.object({ intent: z.literal("match"), version, match, choice }),
  z.object({ intent: z.literal("reread"), version, match, choice }),
] as const;

export type MatchOutput = z.output<(typeof MATCH_FORMS)[number]>;

export type MatchingView = NonNullable<Awaited<ReturnType<typeof loadMatching>>>;

type Shown = {
  importId: string;
  definition: ShownImport;
  state: ImportState;
  /** The file is deleted when it has been imported, and nothing can be changed then. */
  hasFile: boolean;
  /** The decision whose choices are open. */
  change: FileDecisionName | null;
  /** The person came back from the dry run. */
  isBack: boolean;
};

/** Loads how the file of an import was read; null when it was not, or when that is over. */
export async function loadMatching({ importId, definition, state, hasFile, change, isBack }: Shown) {
  const stored = await findImportReading(importId, noTransaction);
  if (!stored?.reading || stored.reading.sheets || !hasFile || (state !== "matching" && state !== "judged"))
    return null;
  const { format, rows, decisions, columns } = stored.reading;
  return {
    version: stored.version,
    format,
    rows,
    decisions,
    columns,
    change,
    isOpen: state === "matching" || isBack || change !== null,
    isJudged: state === "judged",
    fields: definition.columns.map(({ name, title }) => ({ value: name, label: title })),
    needed: definition.columns
      .filter(({ name }) => definition.needed.includes(name))
      .map(({ name, title }) => ({ value: name, label: title })),
    isRemembered: hasKnownHeading(columns, definition),
  };
}

type Matching = { importId: string; definition: ShownImport; input: MatchOutput };

const REFUSED = { tone: "refused", seconds: 8 } as const;

/** Confirms the fields of the columns, or asks for another reading of the file. Lock the import first. */
export async function changeMatching(
  { importId, definition, input }: Matching,
  t: Transaction,
): Promise<FormOutcome> {
  const stored = await findImportReading(importId, t);
  const { reading } = stored ?? {};
  if (!stored || !reading) return stale("The file has to be sent again.");
  if (stored.version !== input.version) {
    // The fields were chosen for the places of other columns, so they are not offered to a second press.
    const words = "Nothing was changed: somebody changed how this file is read while you had the page open.";
    return done(
      columnsUrl(importUrl(definition.kind, importId)),
      `${words} Check the columns again.`,
      REFUSED,
    );
  }
  const columns = reading.columns.map((column) => withField(column, input.match, definition));
  const found = { importId, stored: { ...stored, reading: { ...reading, columns } }, definition };
  const changed = reading.decisions.filter(({ name, value }) => (input.choice[name] ?? value) !== value);
  // A choice that was changed without reading the file again is not passed over by the button of the columns.
  if (changed.length > 0) return rereadWith(found, { changed, choice: input.choice }, t);
  return input.intent === "match" ? confirm(found, t) : unchanged();
}

/**
 * Tells whether the row above the columns has names of fields. Without one it may be a person's row, whose content
 * must not be remembered.
 */
function hasKnownHeading(columns: readonly FileColumn[], { columns: known }: ShownImport): boolean {
  return columns.some(({ heading }) => fieldOfHeading(heading, known) !== null);
}

function withField(
  column: FileColumn,
  fields: Readonly<Record<string, string>>,
  { columns: known }: ShownImport,
): FileColumn {
  const wanted = fields[String(column.place)] ?? UNDECIDED;
  const isKnown = wanted === NOT_IMPORTED || known.some(({ name }) => name === wanted);
  const field = isKnown ? wanted : UNDECIDED;
  if (field === column.field) return column;
  return { ...column, field, by: "you" };
}

type Found = {
  importId: string;
  stored: ImportReading & { reading: NonNullable<ImportReading["reading"]> };
  definition: ShownImport;
};

async function confirm({ importId, stored, definition }: Found, t: Transaction): Promise<FormOutcome> {
  const { reading, choices } = stored;
  const repeated = repeatedFields(reading.columns);
  if (repeated.size > 0) {
    return rejected(
      Object.fromEntries(
        [...repeated].map(([place, { heading, field }]) => [
          `match.${place}`,
          `${titleOf(field, definition)} is chosen for the column ‘${heading}’ too. Choose another field for one of them.`,
        ]),
      ),
    );
  }
  const missing = missingFields(reading.columns, definition).map(({ title }) => title);
  if (missing.length > 0) {
    return rejected(
      `No column is matched with ${missing.join(" or ")}. Choose ${missing.length === 1 ? "this field" : "these fields"} beside the right ${missing.length === 1 ? "column" : "columns"}, or add ${missing.length === 1 ? "it" : "them"} to the file.`,
    );
  }
  const decided = reading.columns.filter(({ field }) => field !== UNDECIDED);
  const fields = Object.fromEntries(decided.map(({ key, field }) => [key, field]));
  if (hasKnownHeading(reading.columns, definition))
    await saveImportMatch({ kind: definition.kind, shape: shapeOf(reading.columns), fields }, t);
  await saveImportReading({ importId, choices, reading, isConfirmed: true }, t);
  return readAgain(importId, definition, t);
}

function titleOf(field: string, { columns }: ShownImport): string {
  return columns.find(({ name }) => name === field)?.title ?? field;
}

type Changed = { changed: readonly FileDecision[]; choice: MatchOutput["choice"] };

async function rereadWith(
  { importId, stored, definition }: Found,
  { changed, choice }: Changed,
  t: Transaction,
): Promise<FormOutcome> {
  const { reading } = stored;
  const unknown = changed.filter(({ name, options }) => !options.some(({ value }) => value === choice[name]));
  if (unknown.length > 0)
    return rejected(
      Object.fromEntries(unknown.map(({ name }) => [`choice.${name}`, "Choose one of the list."])),
    );
  const chosen = Object.fromEntries(changed.map(({ name }) => [name, choice[name]]));
  const { headings, ...others } = stored.choices;
  // Another sheet, or other cells, have their headings in another row.
  const isOther = changed.some(({ name }) => name === "sheet" || name === "separator" || name === "encoding");
  const kept = isOther || headings === undefined ? others : stored.choices;
  const choices: FileChoices = { ...kept, ...chosen };
  await saveImportReading({ importId, choices, reading, isConfirmed: false }, t);
  return readAgain(importId, definition, t);
}

async function readAgain(
  importId: string,
  { kind }: Pick<ShownImport, "kind">,
  t: Transaction,
): Promise<FormOutcome> {
  await requestReading(importId, t);
  await enqueue(workImport, { importId }, t);
  return done(importUrl(kind, importId));
}
