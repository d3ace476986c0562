import { isDay, PATHS, withQuery } from "#domain/paths.ts";

/** Which day is looked at, and which level's trend; null is today, and the whole school. */
export type SummaryPlace = { day: string | null; level: number | null };

const LEVEL = /^[1-7]$/;

/** What an address says wrongly is as if it were not said. */
export function summaryPlaceIn(query: URLSearchParams): SummaryPlace {
  const [day, level] = [query.get("date"), query.get("level") ?? ""];
  return { day: isDay(day) ? day : null, level: LEVEL.test(level) ? Number(level) : null };
}

export function summaryUrl(place: SummaryPlace): string {
  return withQuery(PATHS.attendanceSummary, queryOf(place));
}

/** Over the summary: a student's term, or the note of a call. */
export function studentUrl(
  studentKey: number,
  { what, place }: { what: "term" | "call"; place: SummaryPlace },
): string {
  return withQuery(`${PATHS.attendanceSummary}/${studentKey}/${what}`, queryOf(place));
}

function queryOf({ day, level }: SummaryPlace) {
  return { date: day, level };
}
