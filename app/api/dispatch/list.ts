import { z } from "zod";
import type { ListRequest, ListPage } from "#domain/list/paging.ts";
import type { Told } from "#features/lookups/lists.server.ts";
import { toPlainLetters, splitSearch } from "#domain/people/list-params.ts";
import { textSchema, missingOrInvalidError } from "./wire.ts";

/** The ways in which a list can be sorted, searched and copied, in addition to its own query fields. */
export type ListQueryRules = {
  /** The columns by which the list can be sorted. */
  sort: readonly string[];
  /** The columns that `search` compares; undefined when the rows have no names. */
  search?: readonly string[];
  /**
   * The rules for callers that have a copy of the list: the column of the student's id, and the kinds of student data
   * in a row.
   */
  since?: { student: string; told: readonly Told[] };
};

const MOST_ROWS = 200;
const USUAL_ROWS = 50;
const MOST_WORDS_LONG = 80;

/** A whole number from 1 to `most`. Queries send numbers as text. */
const count = (most: number) =>
  z
    .string(`This must be a whole number from 1 to ${most}.`)
    .regex(/^[1-9]\d{0,5}$/, `This must be a whole number from 1 to ${most}.`)
    .transform(Number)
    .refine((given) => given <= most, `This must be at most ${most}.`);

const MOST_PAGES = 999_999;

export function withListFields(
  query: z.ZodObject | null,
  { sort, search, since }: ListQueryRules,
): z.ZodObject {
  const looksIn =
    search && `Words to search for in ${search.join(", ")}. A row matches when it contains every word.`;
  const fields = (query ?? z.object({})).safeExtend({
    page: count(MOST_PAGES).optional().meta({
      description: "The page of the list, starting at 1. Leave out page and per_page for the whole list.",
    }),
    per_page: count(MOST_ROWS)
      .optional()
      .meta({ description: `The number of rows on a page: ${USUAL_ROWS} by default, at most ${MOST_ROWS}.` }),
    sort: sortOf(sort)
      .optional()
      .meta({
        description: `Columns to sort by, separated by commas, each with - in front for descending order: ${sort.join(", ")}.`,
      }),
    ...(looksIn && {
      search: textSchema.max(MOST_WORDS_LONG, "This is too long.").optional().meta({ description: looksIn }),
    }),
    ...(since && {
      since: textSchema.max(MOST_WORDS_LONG, "This is too long.").optional().meta({ description: SINCE }),
    }),
  });
  return since ? fields.refine(isOfWhole, { path: ["since"], error: SINCE_OF_WHOLE }) : fields;
}

const SINCE =
  "The X-Version header of the response that you copied. The response then has only the rows that have changed since. If your copy then has more rows than X-Total-Count says, some rows were deleted: read the whole list again without `since`.";
const SINCE_OF_WHOLE = "Only the whole list can be compared with your copy: leave out page and per_page.";

function isOfWhole({ since, page, per_page }: Record<string, unknown>): boolean {
  return since === undefined || (page === undefined && per_page === undefined);
}

function sortOf(columns: readonly string[]) {
  const one = `-?(?:${columns.join("|")})`;
  const message = `This must be one or more of ${columns.join(", ")}, each with - in front for descending order.`;
  return z.string(missingOrInvalidError(message)).regex(new RegExp(`^${one}(?:,${one}){0,4}$`), message);
}

type ListQuery = { page?: number; per_page?: number; sort?: string; search?: string };

export function parseListRequest(query: object): ListRequest {
  const { page, per_page, sort, search } = query as ListQuery;
  const isPaged = page !== undefined || per_page !== undefined;
  return {
    page: isPaged ? { number: page ?? 1, rows: per_page ?? USUAL_ROWS } : null,
    sort: (sort?.split(",") ?? []).map((item) => ({
      column: item.replace(/^-/, ""),
      descending: item.startsWith("-"),
    })),
    words: splitSearch(search ?? ""),
  };
}

type Row = Readonly<Record<string, unknown>>;

/** Sorts names in the same order as the database's collation `names`. */
const { compare } = new Intl.Collator("en", { numeric: true });

/** Filters, sorts and pages a list that is short enough to be read completely. */
export function filterSortAndPage<Each>(
  list: readonly Each[],
  call: ListRequest,
  { search = [] }: ListQueryRules,
) {
  const found = (list as readonly (Each & Row)[]).filter((row) => isFound(row, call.words, search));
  const sorted = call.sort.length === 0 ? found : found.toSorted(inOrder(call.sort));
  return { listed: call.page ? onPage(sorted, call.page) : sorted, total: found.length };
}

function isFound(row: Row, words: readonly string[], columns: readonly string[]): boolean {
  if (words.length === 0) return true;
  const said = toPlainLetters(columns.map((column) => textOf(row[column])).join(" "));
  return words.every((word) => said.includes(word));
}

/** Compares rows by the requested columns. Missing values come last in both directions. */
function inOrder(sort: ListRequest["sort"]) {
  return (one: Row, other: Row): number => {
    for (const { column, descending } of sort) {
      const [left, right] = [one[column] ?? null, other[column] ?? null];
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1;
        continue;
      }
      const order = compared(left, right);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}

function compared(left: unknown, right: unknown): number {
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : compare(textOf(left), textOf(right));
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

function onPage<Each>(list: readonly Each[], { number, rows }: ListPage): Each[] {
  return list.slice((number - 1) * rows, number * rows);
}
