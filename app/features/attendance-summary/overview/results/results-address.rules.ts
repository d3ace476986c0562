import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID, type TestId } from "#domain/terms.ts";
import { parseSummaryParams, type SummaryParams } from "../../params.rules.ts";

/** The lists of names behind the figures of the results. */
export const MARK_LISTS = [
  "averages",
  "marks",
  "below-pass",
  "failing",
  "falls",
  "rises",
  "missing",
] as const;
export type MarkListName = (typeof MARK_LISTS)[number];

export function isMarkListName(list: string | undefined): list is MarkListName {
  return MARK_LISTS.some((name) => name === list);
}

/** The ways to order the students who fail three or more subjects, as an alternative to most subjects first. */
const ORDERS = ["class", "subject"] as const;
export type FailingOrder = (typeof ORDERS)[number];

/** The term and test of the results. By default, the term of the day and the latest test that has marks. */
export type TermTestParams = { term: number | null; test: TestId | null };

export type OverviewParams = SummaryParams & TermTestParams;

/** A list of names behind the results, with filters for a class, a subject or a grade. A null filter is off. */
export type MarkListParams = OverviewParams & {
  list: MarkListName;
  classId: number | null;
  subjectId: number | null;
  grade: string | null;
  by: FailingOrder | null;
};

export function parseOverviewParams(query: URLSearchParams): OverviewParams {
  const test = query.get("test");
  return {
    ...parseSummaryParams(query),
    term: parseId(query.get("term")),
    test: test === "1" ? END_OF_TERM_TEST_ID : test === "2" ? OTHER_ASSESSMENT_TEST_ID : null,
  };
}

export function overviewUrl({ day, level, ...params }: SummaryParams & Partial<TermTestParams>): string {
  const { term = null, test = null } = params;
  return withQuery(PATHS.overview, { date: day, level, term, test });
}

type Narrowed = Partial<Pick<MarkListParams, "classId" | "subjectId" | "grade" | "by">>;

export function markListUrl(list: MarkListName, params: OverviewParams & Narrowed): string {
  return withQuery(`${PATHS.overview}/${list}`, queryOf(params));
}

export function markListFileUrl({ list, ...params }: MarkListParams, format: "pdf" | "xlsx"): string {
  const isFile = format === "xlsx";
  const query = { ...queryOf(params), format: isFile ? format : null, download: isFile ? 1 : null };
  return withQuery(`${PATHS.overview}/${list}/document`, query);
}

function queryOf({ day, level, term, test, ...narrowed }: OverviewParams & Narrowed) {
  const { classId = null, subjectId = null, grade = null, by = null } = narrowed;
  return { date: day, level, term, test, class: classId, subject: subjectId, grade, by };
}

/** Reads the list's name from the path and its parameters from the query. Returns null for an unknown list. */
export function parseMarkListParams(list: string | undefined, query: URLSearchParams): MarkListParams | null {
  const known = MARK_LISTS.find((name) => name === list);
  if (known === undefined) return null;
  return {
    ...parseOverviewParams(query),
    list: known,
    classId: parseId(query.get("class")),
    subjectId: parseId(query.get("subject")),
    grade: query.get("grade"),
    by: ORDERS.find((order) => order === query.get("by")) ?? null,
  };
}
