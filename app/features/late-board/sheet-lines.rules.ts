import {
  groupBy,
  groupMarkSheetsByLesson,
  countMissingEntries,
  sumProgress,
} from "#domain/late/sheet-lines.ts";
import type { LateMarkSheet, LateMarkSheetLine, MarkSheetTeacher } from "#domain/late/sheets.ts";
import type { LateClass, LateMarkSheetGroup, MissingWorkKind } from "./board.ts";

export function groupLinesByClass(
  lines: readonly LateMarkSheetLine[],
  classes: readonly LateClass[],
): LateMarkSheetGroup[] {
  const ofClass = groupBy(lines, ({ classId }) => classId);
  return classes.flatMap(({ classId, label, teachers }) => {
    const held = ofClass.get(classId);
    if (!held) return [];
    const marks = sumProgress(held.map((line) => line.marks));
    return [{ key: `class ${classId}`, title: label, about: teachers, marks, lines: held, reports: [] }];
  });
}

export type LateClassWithTeachers = LateClass & { formTeachers: readonly MarkSheetTeacher[] };

/** Groups mark sheets and reports by the teacher responsible, starting with the teacher who has most to do. */
export function groupLinesByTeacher(
  sheets: readonly LateMarkSheet[],
  classes: readonly LateClassWithTeachers[],
): LateMarkSheetGroup[] {
  const everybody = [
    ...sheets.map(({ teacher }) => teacher),
    ...classes.flatMap(({ formTeachers: led }) => led),
  ];
  const teachers = new Map(everybody.map((teacher) => [teacher.id, teacher]));
  const ofTeacher = groupBy(sheets, ({ teacher }) => teacher.id);
  const groups = [...teachers.values()].map(({ id, name, registerName }) => {
    const lines = groupMarkSheetsByLesson(ofTeacher.get(id) ?? []);
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

/** Returns only the groups with missing work of this kind, reduced to that work. */
export function filterGroupsWithMissingWork(
  groups: readonly LateMarkSheetGroup[],
  missing: MissingWorkKind,
): LateMarkSheetGroup[] {
  if (missing === "all") return [...groups];
  const narrowed = groups.map((group) => ({
    ...group,
    lines: missing === "marks" ? group.lines.filter(({ marks }) => countMissingEntries(marks) > 0) : [],
    reports:
      missing === "reports" ? group.reports.filter(({ complete }) => countMissingEntries(complete) > 0) : [],
  }));
  return narrowed.filter(({ lines, reports }) => lines.length > 0 || reports.length > 0);
}

export function filterClassesWithMissingWork(
  classes: readonly LateClass[],
  missing: MissingWorkKind,
): LateClass[] {
  return classes.filter(
    ({ marks, complete, signed, postedOn }) =>
      missing === "all" ||
      (missing === "marks" && countMissingEntries(marks) > 0) ||
      (missing === "reports" && countMissingEntries(complete) > 0) ||
      (missing === "signatures" && countMissingEntries(signed) > 0) ||
      (missing === "posting" && postedOn === null),
  );
}

const byName = new Intl.Collator("en", { numeric: true });

function missingIn({ marks, reports }: LateMarkSheetGroup): number {
  return (
    countMissingEntries(marks) + countMissingEntries(sumProgress(reports.map(({ complete }) => complete)))
  );
}
