import { fillPhrase } from "#domain/phrases.ts";

/** The data with which the dialog explains what deleting a student, or bringing one back, would do. */
export type LeavingStudent = {
  id: number;
  studentId: string;
  firstName: string;
  lastName: string;
  name: string;
  gender: "F" | "M" | null;
  picture: string | null;
  classLabel: string | null;
  /** The status of a former student; null for a current student. */
  hasLeft: string | null;
  /** Whether the student has marks or a report in the current term. */
  hasSomething: boolean;
  statuses: readonly { value: string; label: string }[];
};

/** Lists what ends, what stays and how to reverse it. */
export function listLeavingEffects(leaving: LeavingStudent): { term: string; says: string }[] {
  const undo = fillPhrase(
    "Within a day, choose Undo in the list of students. Later, an administrator can bring {him} back under “Former students”",
    leaving,
  );
  return [
    { term: "From today", says: listWords(leaving) },
    { term: "Kept", says: "Marks, reports, attendance and documents" },
    { term: "To undo", says: undo },
  ];
}

function listWords({ classLabel, hasSomething }: LeavingStudent): string {
  if (classLabel === null) return "No longer in any list";
  if (hasSomething)
    return `No longer in ${classLabel}. The marks and report already entered this term are kept`;
  return `No longer in ${classLabel} or on its mark sheets`;
}

/** Describes the consequences of bringing a student back. */
export function describeReturn(leaving: LeavingStudent): string {
  const place =
    leaving.classLabel === null
      ? "{He} has no class this term until you choose one under General Info."
      : `{He} will be back in ${leaving.classLabel}, with all {his} marks and reports.`;
  return fillPhrase(`{He} will be in the lists again. ${place}`, leaving);
}
