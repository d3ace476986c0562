import type { Progress, Sheet, SheetLine } from "./sheets.ts";

/** Adds up the entries that are due by now: a test in the future is not late. */
export function dueMarks(sheets: readonly Pick<Sheet, "isDue" | "entered" | "expected">[]): Progress {
  const due = sheets.filter(({ isDue }) => isDue);
  return {
    done: sumOf(due.map(({ entered }) => entered)),
    total: sumOf(due.map(({ expected }) => expected)),
  };
}

export function countMissing({ done, total }: Progress): number {
  return total - done;
}

/** Groups sheets into one line per class and subject. Sheets that teachers share are counted once. */
export function linesBySubject(sheets: readonly Sheet[]): SheetLine[] {
  return linesOf(sheets, ({ classId, subject, byChoice, lessonId }) =>
    byChoice ? `${classId} ${lessonId}` : `${classId} ${subject}`,
  );
}

/** Groups sheets into one line per lesson: the sheets that each teacher has to enter. */
export function linesByLesson(sheets: readonly Sheet[]): SheetLine[] {
  return linesOf(sheets, ({ lessonId }) => String(lessonId));
}

function linesOf(sheets: readonly Sheet[], keyOf: (sheet: Sheet) => string): SheetLine[] {
  return [...groupBy(sheets, keyOf)].flatMap(([key, together]) => {
    const [first] = together;
    if (!first) return [];
    const once = together.filter(
      ({ test }, index) => together.findIndex((other) => other.test === test) === index,
    );
    const teachers = [...new Set(together.map(whoEnters))].join(" / ");
    const { classId, classLabel, subject, substituteFor } = first;
    const line = { key, classId, classLabel, subject, teachers, substituteFor };
    return [{ ...line, sheets: once, marks: dueMarks(once) }];
  });
}

/** Names the teacher as the substitute finds the lesson among their own. */
function whoEnters({ teacher, substituteFor }: Sheet): string {
  return substituteFor ? `${teacher.name}, for ${substituteFor}` : teacher.name;
}

export function sumProgress(progress: readonly Progress[]): Progress {
  return { done: sumOf(progress.map(({ done }) => done)), total: sumOf(progress.map(({ total }) => total)) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
