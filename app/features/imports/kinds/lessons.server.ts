import { listLessonsToImport, type ImportedLesson } from "#db/queries/imports/school-rows.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import type { ImportRemark, MatchedImportRow } from "#domain/people/imports.ts";
import { yearLabel } from "#domain/terms.ts";
import { readCellText, toRefusalLine } from "#fields/imported/row-values.rules.ts";
import {
  defineSchoolImport,
  planImportRow,
  refuseImportRow,
  type CheckedSchoolRow,
  type SchoolRowWrite,
} from "../school-import.server.ts";
import {
  listLookUpFaults,
  findNamedClass,
  findNamedSubject,
  findNamedTeacher,
  loadSchoolListsForImport,
  NO_TERM_REFUSAL,
  parseYesOrNo,
  type SchoolListsForImport,
} from "./school-lists.server.ts";

type Known = { lists: SchoolListsForImport; lessons: ReadonlyMap<string, ImportedLesson> } | null;

/** Imports this year's lessons: who teaches which subject in which class. */
export const LESSONS_IMPORT = defineSchoolImport<Known>({
  kind: "lessons",
  columns: [
    { name: "class", title: "Class", also: ["Form Class", "Form", "Std", "Standard", "Group"] },
    { name: "subject", title: "Subject", also: ["Course", "Subject Name"] },
    { name: "teacher", title: "Teacher", also: ["Subject Teacher", "Staff", "User Name", "Employee ID"] },
    { name: "by_choice", title: "By Choice", also: ["Optional", "Option", "Elective"] },
  ],
  needed: ["class", "subject", "teacher"],
  load: async (_rows, t) => {
    const lists = await loadSchoolListsForImport(t);
    if (!lists) return null;
    const lessons = await listLessonsToImport({ academicYearId: lists.year.academic_year_id }, t);
    return { lists, lessons: new Map(lessons.map((lesson) => [keyOf(lesson), lesson])) };
  },
  judge: judgeLesson,
});

type OfLesson = { employee_id: number; class_id: number; subject_id: number };

function keyOf({ employee_id, class_id, subject_id }: OfLesson): string {
  return [employee_id, class_id, subject_id].join(":");
}

function judgeLesson({ row, cells }: MatchedImportRow, known: Known): CheckedSchoolRow {
  const typed = ["subject", "class"].map((name) => readCellText(cells, name) || "–").join(", ");
  const about = { row, name: typed, class: readCellText(cells, "class") };
  if (!known) return refuseImportRow(about, NO_TERM_REFUSAL);
  const { lists, lessons } = known;
  const subject = findNamedSubject(cells, lists);
  const year = yearLabel(lists.year.academic_year_id);
  const ofClass = findNamedClass(cells, lists.classes, year);
  const teacher = findNamedTeacher(cells, lists);
  const choice = readCellText(cells, "by_choice");
  const byChoice = parseYesOrNo(choice);
  const unclear = choice !== "" && byChoice === null ? [toRefusalLine("By Choice", "enter Yes or No")] : [];
  if ("fault" in subject || "fault" in ofClass || "fault" in teacher || unclear.length > 0)
    return refuseImportRow(about, [...listLookUpFaults([ofClass, subject, teacher]), ...unclear]);
  const { class_id, label } = ofClass.item;
  const lesson = {
    employee_id: teacher.item.employee_id,
    subject_id: subject.item.subject_id,
    class_id,
  };
  const named = { row, name: `${subject.item.title}, ${label}`, class: label, target: keyOf(lesson) };
  const stored = lessons.get(named.target) ?? null;
  const colleagues = listColleagues({ ...lesson, by_choice: byChoice ?? stored?.by_choice ?? false }, known);
  const who: ImportRemark = { say: "words", words: `Teacher ${formatRegisterName(teacher.item)}, ${year}` };
  if (!stored) {
    const values = { ...lesson, by_choice: byChoice ?? false };
    const chosen: ImportRemark[] = byChoice ? [{ say: "words", words: "Students choose this subject" }] : [];
    const lines = [who, ...chosen, ...colleagues];
    return planImportRow({ ...named, writes: [{ table: "lessons", stored: null, values }], lines });
  }
  const isEnded = stored.ended_on !== null;
  const chosen = byChoice ?? stored.by_choice;
  const lines: ImportRemark[] = [
    ...(isEnded
      ? [
          { say: "words" as const, words: `${formatShortName(teacher.item)} teaches this lesson again` },
          ...colleagues,
        ]
      : []),
    ...(chosen === stored.by_choice
      ? []
      : [
          {
            say: "change" as const,
            title: "By Choice",
            from: yesOrNo(stored.by_choice),
            to: yesOrNo(chosen),
          },
        ]),
  ];
  const { lesson_id } = stored;
  const write: SchoolRowWrite = {
    table: "lessons",
    stored: { lesson_id },
    values: { by_choice: chosen, ended_on: null },
  };
  return planImportRow({ ...named, writes: lines.length === 0 ? [] : [write], lines });
}

/** Names the colleagues who teach the subject in the class as well, unless students choose between the teachers. */
function listColleagues(
  { by_choice: byChoice, ...lesson }: OfLesson & { by_choice: boolean },
  { lists, lessons }: NonNullable<Known>,
): ImportRemark[] {
  return [...lessons.values()].flatMap((other): ImportRemark[] => {
    const isOther =
      other.class_id === lesson.class_id &&
      other.subject_id === lesson.subject_id &&
      other.employee_id !== lesson.employee_id &&
      other.ended_on === null &&
      !(other.by_choice && byChoice);
    const employee = isOther && lists.employees.find(({ employee_id }) => employee_id === other.employee_id);
    const label = lists.classes.find(({ class_id }) => class_id === lesson.class_id)?.label ?? "this class";
    return employee
      ? [{ say: "words", words: `${formatShortName(employee)} already teaches this subject in ${label}` }]
      : [];
  });
}

function yesOrNo(is: boolean): string {
  return is ? "Yes" : "No";
}
