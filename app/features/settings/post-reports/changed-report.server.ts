import type { ChangeSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { actorName, registerName } from "#domain/names.ts";
import { reportUrl } from "#domain/paths.ts";
import { markWords, recently } from "#domain/text/change-words.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { ChangedReport } from "./post-reports.rules.ts";

type Telling = {
  academicTermId: number;
  /** Who reads no reports is told that a mark changed, not which. */
  readsReports: boolean;
  timeZone: string;
  now: Date;
};

/** A change behind a posting, as its row tells it. */
export function changedReport(change: ChangeSincePosted, telling: Telling): ChangedReport {
  const { academicTermId, readsReports, timeZone, now } = telling;
  const key = { classId: change.class_id, academicTermId, studentKey: change.row };
  const told = [partWords(change, readsReports), actorName(change), recently(change.at, { timeZone, now })];
  return {
    name: registerName(change.student),
    url: readsReports ? reportUrl(key) : null,
    what: told.filter(Boolean).join(", "),
  };
}

/** `Mathematics 61 to 64`, `Teacher's Comments`, `Signature`. */
function partWords(change: ChangeSincePosted, readsReports: boolean): string {
  if (change.table_name !== "term_records")
    return (readsReports && markWords(change)) || (change.title ?? "");
  const columns = Object.keys(change.new_values ?? {});
  const titles = [...TERM_RECORD].filter(([name]) => columns.includes(name)).map(([, { title }]) => title);
  if (columns.some((name) => name.startsWith("sign"))) titles.unshift("Signature");
  return titles.length > MOST_NAMED ? "Term record" : titles.join(", ");
}

/** A record that was entered as a whole. */
const MOST_NAMED = 3;
