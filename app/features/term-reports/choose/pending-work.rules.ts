import type { ReportCounts } from "#domain/report-state.ts";

/** `35 reports, 12 complete, 3 signed`; what was sent back is said where something was. */
export function countWords({ total, complete, signed, returned }: ReportCounts): string {
  const parts = [
    `${total} ${total === 1 ? "report" : "reports"}`,
    `${complete} complete`,
    `${signed} signed`,
    returned > 0 ? `${returned} sent back` : null,
  ];
  return parts.filter(Boolean).join(", ");
}

type Person = { signs: boolean; writes: boolean };

/** What is left for this person to do in a class: to sign, or to complete; null when nothing is. */
export function pendingWork({ signs, writes }: Person, counts: ReportCounts): string | null {
  const { total, complete, toSign } = counts;
  if (signs && toSign > 0) return `${toSign} to sign`;
  return writes && complete < total ? `${total - complete} to complete` : null;
}
