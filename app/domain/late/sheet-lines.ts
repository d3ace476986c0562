import type { MarkSheetProgress, LateMarkSheet, LateMarkSheetLine } from "./sheets.ts";

/** Adds up the expected and the existing entries of the sheets that are due. A test in the future is not yet late. */
export function countDueMarks(
  sheets: readonly Pick<LateMarkSheet, "isDue" | "entered" | "expected">[],
): MarkSheetProgress {
  const due = sheets.filter(({ isDue }) => isDue);
  return {
    done: sumOf(due.map(({ entered }) => entered)),
    total: sumOf(due.map(({ expected }) => expected)),
  };
}

export function countMissingEntries({ done, total }: MarkSheetProgress): number {
  return total - done;
}

/** Groups mark sheets into one line for each class and subject. A sheet that several teachers share is counted once. */
export function groupMarkSheetsBySubject(sheets: readonly LateMarkSheet[]): LateMarkSheetLine[] {
  return linesOf(sheets, ({ classId, subject, byChoice, lessonId }) =>
    byChoice ? `${classId} ${lessonId}` : `${classId} ${subject}`,
  );
}

/** Groups sheets into one line per lesson, which shows the sheets that each teacher has to enter. */
export function groupMarkSheetsByLesson(sheets: readonly LateMarkSheet[]): LateMarkSheetLine[] {
  return linesOf(sheets, ({ lessonId }) => String(lessonId));
}

function linesOf(
  sheets: readonly LateMarkSheet[],
  keyOf: (sheet: LateMarkSheet) => string,
): LateMarkSheetLine[] {
  return [...groupBy(sheets, keyOf)].flatMap(([key, together]) => {
    const [first] = together;
    if (!first) return [];
    const once = together.filter(
      ({ test }, index) => together.findIndex((other) => other.test === test) === index,
    );
    const teachers = [...new Set(together.map(whoEnters))].join(" / ");
    const { classId, classLabel, subject, substituteFor } = first;
    const line = { key, classId, classLabel, subject, teachers, substituteFor };
    return [{ ...line, sheets: once, marks: countDueMarks(once) }];
  });
}

/** Formats the teacher's name. For a substitute, the name of the teacher who is replaced follows. */
function whoEnters({ teacher, substituteFor }: LateMarkSheet): string {
  return substituteFor ? `${teacher.name}, for ${substituteFor}` : teacher.name;
}

export function sumProgress(progress: readonly MarkSheetProgress[]): MarkSheetProgress {
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
