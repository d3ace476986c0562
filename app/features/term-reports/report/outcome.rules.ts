import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { Report } from "./report.ts";

/** The report as it is now, with what became of the form that was just sent. */
export function withOutcome(report: Report, outcome: RowOutcome): Report {
  return { ...report, row: { ...report.row, outcome }, posts: true };
}
