import { queryAll } from "#db/index.ts";
import {
  listLessonsByChoice,
  listStudentsOfTerm,
  listSubjectChoices,
  type LessonByChoice,
  type StudentOfTerm,
  type SubjectChoice,
} from "#db/queries/imports/marks.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { STUDENT_CURRENT } from "#domain/people/students.ts";
import { yearLabel } from "#domain/terms.ts";
import type { MatchedImportRow } from "#domain/people/imports.ts";
import { readCellText, toRefusalLine } from "#fields/imported/row-values.rules.ts";
import {
  defineSchoolImport,
  planImportRow,
  refuseImportRow,
  type CheckedSchoolRow,
} from "../school-import.server.ts";
import { createUnknownStudentRefusal, mapStudentsById } from "./marks.server.ts";
import {
  listLookUpFaults,
  findNamedSubject,
  findNamedTeacher,
  loadSchoolListsForImport,
  NO_TERM_REFUSAL,
  type SchoolListsForImport,
} from "./school-lists.server.ts";

type Known = {
  lists: SchoolListsForImport;
  students: ReadonlyMap<string, StudentOfTerm>;
  lessons: readonly LessonByChoice[];
  choices: ReadonlyMap<string, SubjectChoice>;
} | null;

/** Imports which students take the subjects that only some students of a class take. */
export const CHOICES_IMPORT = defineSchoolImport<Known>({
  kind: "choices",
  columns: [
    { name: "student_id", title: "Student ID" },
    { name: "subject", title: "Subject", also: ["Course", "Option", "Subject Name"] },
    { name: "teacher", title: "Teacher", also: ["Subject Teacher", "Staff"] },
  ],
  needed: ["student_id", "subject"],
  load: async (_rows, t) => {
    const lists = await loadSchoolListsForImport(t);
    if (!lists) return null;
    const academicYearId = lists.year.academic_year_id;
    const [students, lessons, choices] = await queryAll(
      [
        () => listStudentsOfTerm({ academicTermId: lists.term.academic_term_id }, t),
        () => listLessonsByChoice({ academicYearId }, t),
        () => listSubjectChoices({ academicYearId }, t),
      ],
      t,
    );
    const current = students.filter(({ student_status_id }) => student_status_id === STUDENT_CURRENT);
    const byKey = new Map(choices.map((choice) => [`${choice.student_key}:${choice.subject_id}`, choice]));
    return { lists, students: mapStudentsById(current), lessons, choices: byKey };
  },
  judge: judgeChoice,
});

function judgeChoice({ row, cells }: MatchedImportRow, known: Known): CheckedSchoolRow {
  const id = readCellText(cells, "student_id");
  if (!known) return refuseImportRow({ row, name: id || "–" }, NO_TERM_REFUSAL);
  const { lists, students, lessons, choices } = known;
  const student = students.get(id.toLowerCase());
  const name = student ? formatRegisterName(student) : id || "–";
  const about = { row, name, publicId: student?.student_id ?? "", class: student?.label ?? "" };
  const subject = findNamedSubject(cells, lists);
  const teacher = readCellText(cells, "teacher") === "" ? null : findNamedTeacher(cells, lists);
  if (!student || "fault" in subject || (teacher && "fault" in teacher)) {
    const missing = student ? [] : [createUnknownStudentRefusal(id)];
    const named = teacher ? [subject, teacher] : [subject];
    return refuseImportRow(about, [...missing, ...listLookUpFaults(named)]);
  }
  const { subject_id, title } = subject.item;
  const offered = lessons.filter(
    (lesson) =>
      lesson.class_id === student.class_id &&
      lesson.subject_id === subject_id &&
      (!teacher || lesson.employee_id === teacher.item.employee_id),
  );
  const [lesson] = offered;
  if (!lesson) {
    const words = `${student.label} has no By Choice lesson in ${title}${teacher ? ` with ${formatShortName(teacher.item)}` : ""}`;
    return refuseImportRow(about, [toRefusalLine("Subject", words)]);
  }
  if (offered.length > 1)
    return refuseImportRow(about, [
      toRefusalLine("Teacher", `several teachers teach ${title} to ${student.label}; enter one`),
    ]);
  const { employee_id } = lesson;
  const target = `${student.student_key}:${subject_id}`;
  const stored = choices.get(target);
  const nameOf = (employeeId: number) => {
    const found = lists.employees.find((each) => each.employee_id === employeeId);
    return found ? formatRegisterName(found) : "another teacher";
  };
  if (stored && stored.employee_id !== employee_id) {
    const words = `the student already has ${title} with ${nameOf(stored.employee_id)}; change this under Subjects`;
    return refuseImportRow(about, [toRefusalLine("Teacher", words)]);
  }
  const values = {
    student_key: student.student_key,
    academic_year_id: lists.year.academic_year_id,
    subject_id,
    employee_id,
  };
  const writes = stored ? [] : [{ table: "student_subject_assignments" as const, stored: null, values }];
  return planImportRow({
    ...about,
    target,
    writes,
    lines: [
      {
        say: "words",
        words: `${title} with ${nameOf(employee_id)}, ${yearLabel(lists.year.academic_year_id)}`,
      },
    ],
  });
}
