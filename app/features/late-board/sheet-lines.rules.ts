import { groupBy, linesByLesson, countMissing, sumProgress } from "#domain/late/sheet-lines.ts";
import type { Sheet, SheetLine, Teacher } from "#domain/late/sheets.ts";
import type { LateClass, LineGroup, Missing } from "./board.ts";

/** Groups the lines of each class under its name, in the order of the school. */
export function groupsByClass(lines: readonly SheetLine[], classes: readonly LateClass[]): LineGroup[] {
  const ofClass = groupBy(lines, ({ classId }) => classId);
  return classes.flatMap(({ classId, label, teachers }) => {
    const held = ofClass.get(classId);
    if (!held) return [];
    const marks = sumProgress(held.map((line) => line.marks));
    return [{ key: `class ${classId}`, title: label, about: teachers, marks, lines: held, reports: [] }];
  });
}

export type LedClass = LateClass & { formTeachers: readonly Teacher[] };

/** Groups the lines by the teachers of lessons and classes; the teacher with most work missing comes first. */
export function groupsByTeacher(sheets: readonly Sheet[], classes: readonly LedClass[]): LineGroup[] {
  const everybody = [
    ...sheets.map(({ teacher }) => teacher),
    ...classes.flatMap(({ formTeachers: led }) => led),
  ];
  const teachers = new Map(everybody.map((teacher) => [teacher.id, teacher]));
  const ofTeacher = groupBy(sheets, ({ teacher }) => teacher.id);
  const groups = [...teachers.values()].map(({ id, name, registerName }) => {
    const lines = linesByLesson(ofTeacher.get(id) ?? []);
    const marks = sumProgress(lines.map((line) => line.marks));
    const own = classes.filter(({ formTeachers: led }) => led.some((teacher) => teacher.id === id));
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

/** Keeps the groups with missing work of this kind, and in each of them only that work. */
export function onlyMissing(groups: readonly LineGroup[], missing: Missing): LineGroup[] {
  if (missing === "all") return [...groups];
  const narrowed = groups.map((group) => ({
    ...group,
    lines: missing === "marks" ? group.lines.filter(({ marks }) => countMissing(marks) > 0) : [],
    reports: missing === "reports" ? group.reports.filter(({ complete }) => countMissing(complete) > 0) : [],
  }));
  return narrowed.filter(({ lines, reports }) => lines.length > 0 || reports.length > 0);
}

export function classesMissing(classes: readonly LateClass[], missing: Missing): LateClass[] {
  return classes.filter(
    ({ marks, complete, signed, postedOn }) =>
      missing === "all" ||
      (missing === "marks" && countMissing(marks) > 0) ||
      (missing === "reports" && countMissing(complete) > 0) ||
      (missing === "signatures" && countMissing(signed) > 0) ||
      (missing === "posting" && postedOn === null),
  );
}

const byName = new Intl.Collator("en", { numeric: true });

function missingIn({ marks, reports }: LineGroup): number {
  return countMissing(marks) + countMissing(sumProgress(reports.map(({ complete }) => complete)));
}
