import { z } from "zod";
import {
  formSucceeded,
  rejected,
  stale,
  reshowForm,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { versionFieldSchema } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import {
  requestFileReading,
  findImportReading,
  saveImportMatch,
  saveImportReading,
  type ImportReading,
} from "#db/queries/imports/imports.ts";
import {
  NOT_IMPORTED_COLUMN,
  UNDECIDED_COLUMN,
  type ImportFileChoices,
  type ImportFileColumn,
  type ImportFileDecision,
  type ImportFileDecisionName,
  type ImportState,
} from "#domain/people/imports.ts";
import { readOrRunImportJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import type { ImportPageDefinition } from "../definition.server.ts";
import { importColumnsUrl, importUrl } from "../imports.ts";
import { findFieldByHeading } from "./headings.rules.ts";
import { findMissingFields, findRepeatedFields } from "./match-columns.rules.ts";
import { hashHeadings } from "./read-file.server.ts";

/** The field chosen for each column, by the column's position. A column without a field is undecided. */
const match = z.record(z.string(), z.string()).default({});

/** The value of each decision by its name, including unchanged decisions. */
const choice = z.record(z.string(), z.string()).default({});

export const COLUMN_MATCH_FORMS = [
  z.object({ intent: z.literal("match"), version: versionFieldSchema, match, choice }),
  z.object({ intent: z.literal("reread"), version: versionFieldSchema, match, choice }),
] as const;

export type ColumnMatchInput = z.output<(typeof COLUMN_MATCH_FORMS)[number]>;

export type ColumnMatchingView = NonNullable<Awaited<ReturnType<typeof loadColumnMatching>>>;

type Shown = {
  importId: string;
  definition: ImportPageDefinition;
  state: ImportState;
  /** Whether the file still exists. It is deleted once imported, and nothing can be changed then. */
  hasFile: boolean;
  /** The decision whose options are open. */
  change: ImportFileDecisionName | null;
  /** Whether the person came back from the preview. */
  isBack: boolean;
};

/**
 * Loads how the file of an import was read. Returns null before the file is read, and when it is too late for
 * changes.
 */
export async function loadColumnMatching({ importId, definition, state, hasFile, change, isBack }: Shown) {
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

type Matching = { importId: string; definition: ImportPageDefinition; input: ColumnMatchInput };

const REFUSED = { tone: "refused", seconds: 8 } as const;

/** Confirms the fields of the columns, or starts another reading of the file. Lock the import first. */
export async function changeColumnMatches(
  { importId, definition, input }: Matching,
  t: Transaction,
): Promise<FormOutcome> {
  const stored = await findImportReading(importId, t);
  const { reading } = stored ?? {};
  if (!stored || !reading) return stale("Upload the file again.");
  if (stored.version !== input.version) {
    // The chosen fields belong to the columns of the earlier reading, so the form does not offer them again.
    const words =
      "Your choices were not saved because somebody changed how this file is read while you had the page open.";
    return formSucceeded(
      importColumnsUrl(importUrl(definition.kind, importId)),
      `${words} Check the columns again.`,
      REFUSED,
    );
  }
  const columns = reading.columns.map((column) => withField(column, input.match, definition));
  const found = { importId, stored: { ...stored, reading: { ...reading, columns } }, definition };
  const changed = reading.decisions.filter(({ name, value }) => (input.choice[name] ?? value) !== value);
  // If a decision about the reading was changed too, the file is read again first, whichever button was pressed.
  if (changed.length > 0) return rereadWith(found, { changed, choice: input.choice }, t);
  return input.intent === "match" ? confirm(found, t) : reshowForm();
}

/**
 * Returns whether a heading is the name of a field. If none is, the heading row may be about a person, and must not be
 * remembered.
 */
function hasKnownHeading(columns: readonly ImportFileColumn[], { columns: known }: ImportPageDefinition) {
  return columns.some(({ heading }) => findFieldByHeading(heading, known) !== null);
}

function withField(
  column: ImportFileColumn,
  fields: Readonly<Record<string, string>>,
  { columns: known }: ImportPageDefinition,
): ImportFileColumn {
  const wanted = fields[String(column.place)] ?? UNDECIDED_COLUMN;
  const isKnown = wanted === NOT_IMPORTED_COLUMN || known.some(({ name }) => name === wanted);
  const field = isKnown ? wanted : UNDECIDED_COLUMN;
  if (field === column.field) return column;
  return { ...column, field, by: "you" };
}

type Found = {
  importId: string;
  stored: ImportReading & { reading: NonNullable<ImportReading["reading"]> };
  definition: ImportPageDefinition;
};

async function confirm({ importId, stored, definition }: Found, t: Transaction): Promise<FormOutcome> {
  const { reading, choices } = stored;
  const repeated = findRepeatedFields(reading.columns);
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
  const missing = findMissingFields(reading.columns, definition).map(({ title }) => title);
  if (missing.length > 0) {
    return rejected(
      `No column is matched with ${missing.join(" or ")}. Choose ${missing.length === 1 ? "this field" : "these fields"} beside the right ${missing.length === 1 ? "column" : "columns"}, or add ${missing.length === 1 ? "it" : "them"} to the file.`,
    );
  }
  const decided = reading.columns.filter(({ field }) => field !== UNDECIDED_COLUMN);
  const fields = Object.fromEntries(decided.map(({ key, field }) => [key, field]));
  if (hasKnownHeading(reading.columns, definition))
    await saveImportMatch({ kind: definition.kind, shape: hashHeadings(reading.columns), fields }, t);
  await saveImportReading({ importId, choices, reading, isConfirmed: true }, t);
  return readAgain(importId, definition, t);
}

function titleOf(field: string, { columns }: ImportPageDefinition): string {
  return columns.find(({ name }) => name === field)?.title ?? field;
}

type Changed = { changed: readonly ImportFileDecision[]; choice: ColumnMatchInput["choice"] };

async function rereadWith(
  { importId, stored, definition }: Found,
  { changed, choice }: Changed,
  t: Transaction,
): Promise<FormOutcome> {
  const { reading } = stored;
  const unknown = changed.filter(({ name, options }) => !options.some(({ value }) => value === choice[name]));
  if (unknown.length > 0)
    return rejected(
      Object.fromEntries(unknown.map(({ name }) => [`choice.${name}`, "Choose an entry from the list."])),
    );
  const chosen = Object.fromEntries(changed.map(({ name }) => [name, choice[name]]));
  const { headings, ...others } = stored.choices;
  // Another sheet, separator or encoding may have the headings in a different row.
  const isOther = changed.some(({ name }) => name === "sheet" || name === "separator" || name === "encoding");
  const kept = isOther || headings === undefined ? others : stored.choices;
  const choices: ImportFileChoices = { ...kept, ...chosen };
  await saveImportReading({ importId, choices, reading, isConfirmed: false }, t);
  return readAgain(importId, definition, t);
}

async function readAgain(
  importId: string,
  { kind }: Pick<ImportPageDefinition, "kind">,
  t: Transaction,
): Promise<FormOutcome> {
  await requestFileReading(importId, t);
  await enqueue(readOrRunImportJob, { importId }, t);
  return formSucceeded(importUrl(kind, importId));
}
