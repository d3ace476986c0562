import type { ReportCounts } from "#domain/report-state.ts";

/** Returns text such as `35 reports, 12 complete, 3 signed`, followed by the number sent back if there are any. */
export function formatReportCounts({ total, complete, signed, returned }: ReportCounts): string {
  const parts = [
    `${total} ${total === 1 ? "report" : "reports"}`,
    `${complete} complete`,
    `${signed} signed`,
    returned > 0 ? `${returned} sent back` : null,
  ];
  return parts.filter(Boolean).join(", ");
}

type Person = { signs: boolean; writes: boolean };

/** Returns the person's pending work in a class, to sign or to complete; null when there is none. */
export function pendingWork({ signs, writes }: Person, counts: ReportCounts): string | null {
  const { total, complete, toSign } = counts;
  if (signs && toSign > 0) return `${toSign} to sign`;
  return writes && complete < total ? `${total - complete} to complete` : null;
}
