import { PATHS, withQuery } from "#domain/paths.ts";
import { typedDayIn } from "#domain/text/read-day.ts";

/** The day, and the level whose trend is shown. A null day is today, and a null level the whole school. */
export type SummaryParams = { day: string | null; level: number | null };

const LEVEL = /^[1-7]$/;

/** Reads the place from an address; a wrong value counts as missing. */
export function parseSummaryParams(query: URLSearchParams): SummaryParams {
  const level = query.get("level") ?? "";
  return { day: typedDayIn(query.get("date") ?? ""), level: LEVEL.test(level) ? Number(level) : null };
}

export function summaryUrl(params: SummaryParams): string {
  return withQuery(PATHS.attendanceSummary, queryOf(params));
}

/** Returns the address of a dialog over the summary: a student's term, or the note of a call. */
export function studentUrl(
  studentKey: number,
  { what, params }: { what: "term" | "call"; params: SummaryParams },
): string {
  return withQuery(`${PATHS.attendanceSummary}/${studentKey}/${what}`, queryOf(params));
}

function queryOf({ day, level }: SummaryParams) {
  return { date: day, level };
}
