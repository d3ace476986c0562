import type { LateClass, LineGroup, Missing, Progress, Sheet, SheetLine, Teacher } from "./board.ts";

/** What was entered of what is due by now: a test that is still to come is not late. */
export function dueMarks(sheets: readonly Pick<Sheet, "isDue" | "entered" | "expected">[]): Progress {
  const due = sheets.filter(({ isDue }) => isDue);
  return {
    done: sumOf(due.map(({ entered }) => entered)),
    total: sumOf(due.map(({ expected }) => expected)),
  };
}

export function missingOf({ done, total }: Progress): number {
  return total - done;
}

/** One line a class and subject. Teachers who share a whole class share its sheets: they are counted once. */
export function linesBySubject(sheets: readonly Sheet[]): SheetLine[] {
  return linesOf(sheets, ({ classId, subject, byChoice, lessonId }) =>
    byChoice ? `${classId} ${lessonId}` : `${classId} ${subject}`,
  );
}

/** One line a lesson: what each teacher has to enter. */
export function linesByLesson(sheets: readonly Sheet[]): SheetLine[] {
  return linesOf(sheets, ({ lessonId }) => String(lessonId));
}

function linesOf(sheets: readonly Sheet[], keyOf: (sheet: Sheet) => string): SheetLine[] {
  return [...groupedBy(sheets, keyOf)].flatMap(([key, together]) => {
    const [first] = together;
    if (!first) return [];
    const once = together.filter(
      ({ test }, place) => together.findIndex((other) => other.test === test) === place,
    );
    const teachers = [...new Set(together.map(whoEnters))].join(" / ");
    const { classId, classLabel, subject, substituteFor } = first;
    const line = { key, classId, classLabel, subject, teachers, substituteFor };
    return [{ ...line, sheets: once, marks: dueMarks(once) }];
  });
}

/** As the substitute finds the lesson among their own. */
function whoEnters({ teacher, substituteFor }: Sheet): string {
  return substituteFor ? `${teacher.name}, for ${substituteFor}` : teacher.name;
}

/** The lines of each class under its name, in the order of the school. */
export function groupsByClass(lines: readonly SheetLine[], classes: readonly LateClass[]): LineGroup[] {
  const ofClass = groupedBy(lines, ({ classId }) => classId);
  return classes.flatMap(({ classId, label, teachers }) => {
    const held = ofClass.get(classId);
    if (!held) return [];
    const marks = summed(held.map((line) => line.marks));
    return [{ key: `class ${classId}`, title: label, about: teachers, marks, lines: held, reports: [] }];
  });
}

/** A class with its form teacher and co-teachers. */
export type LedClass = Omit<LateClass, "marks"> & { led: readonly Teacher[] };

/** Who teaches or has a class, whoever misses most first. */
export function groupsByTeacher(sheets: readonly Sheet[], classes: readonly LedClass[]): LineGroup[] {
  const everybody = [...sheets.map(({ teacher }) => teacher), ...classes.flatMap(({ led }) => led)];
  const teachers = new Map(everybody.map((teacher) => [teacher.id, teacher]));
  const ofTeacher = groupedBy(sheets, ({ teacher }) => teacher.id);
  const groups = [...teachers.values()].map(({ id, name, registerName }) => {
    const lines = linesByLesson(ofTeacher.get(id) ?? []);
    const marks = summed(lines.map((line) => line.marks));
    const own = classes.filter(({ led }) => led.some((teacher) => teacher.id === id));
    const reports = own.map(({ label, complete, reportsUrl }) => ({
      classLabel: label,
      complete,
      url: reportsUrl,
    }));
    return { registerName, key: `teacher ${id}`, title: name, about: "", marks, lines, reports };
  });
  groups.sort(
    (one, other) => missingIn(other) - missingIn(one) || byName.compare(one.registerName, other.registerName),
  );
  return groups.map(({ registerName: _, ...group }) => group);
}

/** The groups with what is missing in them, and of each only that. */
export function onlyMissing(groups: readonly LineGroup[], missing: Missing): LineGroup[] {
  if (missing === "all") return [...groups];
  const narrowed = groups.map((group) => ({
    ...group,
    lines: missing === "marks" ? group.lines.filter(({ marks }) => missingOf(marks) > 0) : [],
    reports: missing === "reports" ? group.reports.filter(({ complete }) => missingOf(complete) > 0) : [],
  }));
  return narrowed.filter(({ lines, reports }) => lines.length > 0 || reports.length > 0);
}

export function classesMissing(classes: readonly LateClass[], missing: Missing): LateClass[] {
  return classes.filter(
    ({ marks, complete, signed, postedOn }) =>
      missing === "all" ||
      (missing === "marks" && missingOf(marks) > 0) ||
      (missing === "reports" && missingOf(complete) > 0) ||
      (missing === "signatures" && missingOf(signed) > 0) ||
      (missing === "posting" && postedOn === null),
  );
}

export function summed(progress: readonly Progress[]): Progress {
  return { done: sumOf(progress.map(({ done }) => done)), total: sumOf(progress.map(({ total }) => total)) };
}

const byName = new Intl.Collator("en", { numeric: true });

function missingIn({ marks, reports }: LineGroup): number {
  return missingOf(marks) + missingOf(summed(reports.map(({ complete }) => complete)));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
