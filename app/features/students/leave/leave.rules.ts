import { phraseFor } from "#domain/phrases.ts";

/** What deleting a student would do, or bringing one back, as the dialog says it. */
export type LeavingStudent = {
  id: number;
  studentId: string;
  firstName: string;
  lastName: string;
  name: string;
  gender: "F" | "M" | null;
  picture: string | null;
  /** Of the current term. */
  classLabel: string | null;
  /** Null for who is here; else how they left. */
  hasLeft: string | null;
  /** Marks or a report of the current term have something in them. */
  hasSomething: boolean;
  statuses: readonly { value: string; label: string }[];
};

/** What ends, what stays and the way back. */
export function leavingLines(leaving: LeavingStudent): { term: string; says: string }[] {
  return [
    { term: "Lists", says: listWords(leaving) },
    { term: "Kept", says: "Marks, reports, register and documents" },
    { term: "Way back", says: phraseFor("An admin brings {him} back from All who left", leaving) },
  ];
}

function listWords({ classLabel, hasSomething }: LeavingStudent): string {
  if (classLabel === null) return "Gone from today";
  if (hasSomething) return `Gone from ${classLabel} from today, except where something was entered this term`;
  return `Gone from ${classLabel} and its sheets from today`;
}

/** What becomes of who comes back. */
export function backWords(leaving: LeavingStudent): string {
  const place =
    leaving.classLabel === null
      ? "{He} has no class this term until one is chosen under General Info."
      : `{He} is in ${leaving.classLabel} again, with all that was entered.`;
  return phraseFor(`{He} stands in the lists again. ${place}`, leaving);
}
