import { attendanceSpelled, type Attendance } from "#domain/attendance.ts";
import type { TestId } from "#domain/terms.ts";

export type Sheet = {
  testId: TestId;
  /** Whether a student of the sheet is so called. */
  beginsName: (letters: string) => boolean;
};

/** What letters in a field for figures say: who is away, or whom somebody looks for. */
export type Letters = { word: string; attendance: Attendance | null; isName: boolean };

/** 'a' and 'abs' are absent, 'al' is Alexander where one is on the sheet; a letter that says nothing is forgotten. */
export function readLetter(key: string, before: string, { testId, beginsName }: Sheet): Letters {
  const word = before + key.toLowerCase();
  const spelled = attendanceSpelled(word, testId);
  if (spelled !== null) return { word, attendance: spelled, isName: false };
  if (before !== "" && beginsName(word)) return { word, attendance: null, isName: true };
  const last = key.toLowerCase();
  return { word: last, attendance: attendanceSpelled(last, testId), isName: false };
}
