/** How far a class's reports are. */
export type ClassCounts = {
  students: number;
  complete: number;
  signed: number;
  returned: number;
  toSign: number;
};

/** `35 reports, 12 complete, 3 signed`; what was sent back is said where something was. */
export function countWords({ students, complete, signed, returned }: ClassCounts): string {
  const parts = [
    `${students} ${students === 1 ? "report" : "reports"}`,
    `${complete} complete`,
    `${signed} signed`,
    returned > 0 ? `${returned} sent back` : null,
  ];
  return parts.filter(Boolean).join(", ");
}

type Person = { signs: boolean; writes: boolean };

/** What waits for this person in a class: to be signed, or to be completed; null when nothing does. */
export function pendingWork({ signs, writes }: Person, counts: ClassCounts): string | null {
  const { students, complete, toSign } = counts;
  if (signs && toSign > 0) return `${toSign} to sign`;
  return writes && complete < students ? `${students - complete} to complete` : null;
}
