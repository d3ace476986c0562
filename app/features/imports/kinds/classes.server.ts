import { queryAll } from "#db/index.ts";
import {
  listFormClassAssessments,
  listClassTeachersToImport,
  hasSchoolYear,
  type FormClassAssessment,
  type ImportedClassTeacher,
} from "#db/queries/imports/school-rows.ts";
import type { ImportedEmployee } from "#db/queries/imports/employees.ts";
import { findTerm } from "#db/queries/calendar.ts";
import {
  listClassesWithFormTeacher,
  type ClassWithFormTeacher,
} from "#db/queries/timetable/teacher-class.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { buildClassLabel } from "#domain/people/class-label.ts";
import type { ImportRemark, ImportRefusals, MatchedImportRow } from "#domain/people/imports.ts";
import { calendarYears, TERMS_PER_YEAR, yearAfter, yearLabel } from "#domain/terms.ts";
import { readCellText, toRefusalLine } from "#fields/imported/row-values.rules.ts";
import {
  defineSchoolImport,
  planImportRow,
  refuseImportRow,
  type CheckedSchoolRow,
  type SchoolRowWrite,
} from "../school-import.server.ts";
import {
  findNamedTeacher,
  loadSchoolListsForImport,
  NO_TERM_REFUSAL,
  parseSchoolYear,
  type SchoolListsForImport,
} from "./school-lists.server.ts";

/** The classes of one year. `classes` and `teachers` grow while the rows are judged. */
type YearClasses = {
  academicYearId: number;
  /** The first day of a form teacher in a new class. In an existing class, that day is `from`. */
  firstDay: string;
  from: string;
  isThere: boolean;
  classes: ClassWithFormTeacher[];
  teachers: ImportedClassTeacher[];
};

type Known = {
  lists: SchoolListsForImport;
  kinds: readonly FormClassAssessment[];
  years: readonly YearClasses[];
} | null;

/** Imports the classes of this year or the next with their form teachers. */
export const CLASSES_IMPORT = defineSchoolImport<Known>({
  kind: "classes",
  columns: [
    { name: "class", title: "Class", also: ["Class Name", "Form Class", "Form", "Std", "Standard", "Group"] },
    {
      name: "teacher",
      title: "Form Teacher",
      also: ["Class Teacher", "Teacher", "Homeroom Teacher", "Tutor"],
    },
    { name: "year", title: "Year", also: ["School Year", "Academic Year"] },
  ],
  needed: ["class"],
  load: async (_rows, t) => {
    const lists = await loadSchoolListsForImport(t);
    if (!lists) return null;
    const { academic_year_id: thisYear, first_day, last_day, today } = lists.year;
    const nextYear = yearAfter(thisYear);
    const [kinds, isNextThere, next, lastTerm, teachers, nextTeachers] = await queryAll(
      [
        () => listFormClassAssessments(t),
        () => hasSchoolYear(nextYear, t),
        () => listClassesWithFormTeacher({ academicYearId: nextYear, formClassId: null }, t),
        () => findTerm(thisYear * 10 + TERMS_PER_YEAR, t),
        () => listClassTeachersToImport({ academicYearId: thisYear }, t),
        () => listClassTeachersToImport({ academicYearId: nextYear }, t),
      ],
      t,
    );
    const from = today < first_day ? first_day : today > last_day ? last_day : today;
    const nextFrom = lastTerm?.next_term_start ?? `${calendarYears(thisYear).end}-09-01`;
    const current = { academicYearId: thisYear, firstDay: first_day, from, isThere: true };
    const coming = { academicYearId: nextYear, firstDay: nextFrom, from: nextFrom, isThere: isNextThere };
    return {
      lists,
      kinds,
      years: [
        { ...current, classes: [...lists.classes], teachers },
        { ...coming, classes: next, teachers: nextTeachers },
      ],
    };
  },
  judge: judgeClass,
});

function judgeClass({ row, cells }: MatchedImportRow, known: Known): CheckedSchoolRow {
  const [typed, typedYear] = [readCellText(cells, "class"), readCellText(cells, "year")];
  const about = { row, name: typed || "–", class: "" };
  if (!known) return refuseImportRow(about, NO_TERM_REFUSAL);
  const { lists, years } = known;
  const wanted = typedYear === "" ? lists.year.academic_year_id : parseSchoolYear(typedYear);
  const year = years.find(({ academicYearId }) => academicYearId === wanted);
  if (!year) {
    const named = years.map(({ academicYearId }) => yearLabel(academicYearId)).join(" or ");
    return refuseImportRow(about, [
      toRefusalLine("Year", `classes of ‘${typedYear}’ cannot be imported; enter ${named}`),
    ]);
  }
  const found = readCellText(cells, "teacher") === "" ? null : findNamedTeacher(cells, lists, FORM_TEACHER);
  const teacher = found && "item" in found ? found.item : null;
  const beside = { ...about, class: teacher ? formatShortName(teacher) : readCellText(cells, "teacher") };
  if (typed === "") return refuseImportRow(beside, [toRefusalLine("Class", "fill in this cell")]);
  if (found && "fault" in found) return refuseImportRow(beside, [found.fault]);
  const stored = findClass(typed, teacher, { year, known });
  if ("fault" in stored) return refuseImportRow(beside, stored.fault);
  const faults = teacher ? teacherFaults(teacher, stored, year) : [];
  // A row with an unreadable cell is refused, so the next rows must not find its class.
  const isUnreadable = Object.values(cells).some(({ fault }) => fault !== null);
  if (faults.length > 0 || isUnreadable) return refuseImportRow(beside, faults);
  return planned(beside, { stored, teacher, year, known });
}

const FORM_TEACHER = { title: "Form Teacher" };

type StoredClass = { classId: number | null; label: string; formClassId: string };
type Around = { year: YearClasses; known: NonNullable<Known> };

/** Finds the class that a cell names, or the form class of which it would be a new class. */
function findClass(
  text: string,
  teacher: ImportedEmployee | null,
  { year, known }: Around,
): StoredClass | { fault: ImportRefusals } {
  const same = (name: string) => name.toLowerCase() === text.toLowerCase();
  const { flavour } = known.lists;
  const ofForm = year.classes.filter(({ form_class_id }) => same(form_class_id));
  const ofTeacher = ofForm.filter(({ class_id }) =>
    year.teachers.some((each) => each.class_id === class_id && each.employee_id === teacher?.employee_id),
  );
  const isOnly = flavour === "secondary" || (teacher === null && ofForm.length === 1);
  const there =
    year.classes.find(({ label }) => same(label)) ?? ofTeacher[0] ?? (isOnly ? ofForm[0] : undefined);
  if (there) return { classId: there.class_id, label: there.label, formClassId: there.form_class_id };
  const [kind] = known.kinds
    .filter(({ form_class_id }) => same(form_class_id) || startsWithName(text, form_class_id))
    .toSorted((a, b) => b.form_class_id.length - a.form_class_id.length);
  if (!kind || (flavour === "secondary" && !same(kind.form_class_id)))
    return { fault: [toRefusalLine("Class", describeUnknownFormClass(text, known.kinds))] };
  const { form_class_id: formClassId } = kind;
  if (!same(formClassId)) return { classId: null, label: text, formClassId };
  if (flavour === "primary" && !teacher)
    return {
      fault: [
        toRefusalLine(
          "Form Teacher",
          "fill in the form teacher: a new class is named after its form teacher",
        ),
      ],
    };
  const label = teacher
    ? buildClassLabel({ flavour, formClassId, teacher, taken: year.classes.map((item) => item.label) })
    : formClassId;
  return { classId: null, label, formClassId };
}

const MOST_NAMED = 10;

/**
 * Names the form classes that may be meant: the form classes that begin like the text or, if there are none, the
 * first form classes of the school.
 */
function describeUnknownFormClass(text: string, kinds: readonly FormClassAssessment[]): string {
  const names = kinds.map(({ form_class_id }) => form_class_id);
  const alike = names.filter((name) => name.charAt(0).toLowerCase() === text.charAt(0).toLowerCase());
  const shown = (alike.length > 0 ? alike : names).slice(0, MOST_NAMED).join(", ");
  return `the school has no form class ‘${text.slice(0, 60)}’; enter one of them, such as ${shown}, or add it under Settings, Form Classes`;
}

function startsWithName(text: string, formClassId: string): boolean {
  return text.toLowerCase().startsWith(`${formClassId.toLowerCase()} `);
}

/** A teacher has one class a year, and a class one form teacher. Both are changed on the teacher's timetable only. */
function teacherFaults(
  teacher: ImportedEmployee,
  { classId, label }: StoredClass,
  { teachers, classes }: YearClasses,
): ImportRefusals {
  const other = teachers.find(
    (item) => item.employee_id === teacher.employee_id && (item.class_id !== classId || !item.is_lead),
  );
  if (other) {
    const named = classes.find(({ class_id }) => class_id === other.class_id)?.label ?? "another class";
    return [
      toRefusalLine(
        "Form Teacher",
        `${formatShortName(teacher)} already has ${named}; change this on the timetable`,
      ),
    ];
  }
  const lead = classes.find((item) => item.class_id === classId)?.lead ?? null;
  if (!lead || lead.employee_id === teacher.employee_id) return [];
  const words = `${formatShortName(lead)} is already the form teacher of ${label}; change this on the timetable of the new form teacher`;
  return [toRefusalLine("Form Teacher", words)];
}

type Planning = Around & { stored: StoredClass; teacher: ImportedEmployee | null };

function planned(
  about: { row: number; name: string; class: string },
  { stored: { classId, label, formClassId }, teacher, year, known }: Planning,
): CheckedSchoolRow {
  const { academicYearId, teachers, classes } = year;
  const writes: SchoolRowWrite[] = [];
  const lines: ImportRemark[] = [];
  // A class that this file adds has a key of its own, by which the next rows find it.
  const key = classId ?? -about.row;
  if (classId === null && !year.isThere)
    writes.push({ table: "academic_years", stored: null, values: { academic_year_id: academicYearId } });
  if (classId === null) {
    const { course_work_only = false, assessment_type = null } =
      known.kinds.find(({ form_class_id }) => form_class_id === formClassId) ?? {};
    const values = { academic_year_id: academicYearId, form_class_id: formClassId, label, course_work_only };
    writes.push({ table: "classes", stored: null, values: { ...values, assessment_type } });
    lines.push({ say: "words", words: `New class in ${yearLabel(academicYearId)}` });
    const named = { class_id: key, form_class_id: formClassId, label, academic_year_id: academicYearId };
    classes.push({ ...named, form_level: 0, lead: null });
  }
  const isLead = teachers.some((item) => item.class_id === key && item.employee_id === teacher?.employee_id);
  if (teacher && !isLead) {
    const from_date = classId === null ? year.firstDay : year.from;
    const values = { class_id: classId, employee_id: teacher.employee_id, is_lead: true, from_date };
    writes.push({
      table: "class_teachers",
      stored: null,
      values,
      parent: classId === null ? { column: "class_id", table: "classes" } : null,
    });
    lines.push({ say: "words", words: `Form teacher ${formatRegisterName(teacher)}` });
    teachers.push({ class_id: key, employee_id: teacher.employee_id, is_lead: true });
  }
  const target = `${academicYearId} ${label}`;
  const row = planImportRow({ ...about, name: label, target, writes, lines });
  // A form teacher for an existing class counts as a change of the class, although the stored row is new.
  return classId !== null && writes.length > 0 ? { ...row, outcome: "changed" } : row;
}
