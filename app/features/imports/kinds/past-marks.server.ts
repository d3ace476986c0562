import { queryAll } from "#db/index.ts";
import {
  listArchivedMarksToImport,
  listArchivedMaxima,
  listArchivedStudents,
  listArchivedTerms,
  listTermsOfArchive,
  type ArchivedMarkToImport,
  type ArchivedMaximum,
  type ArchivedStudent,
  type ArchivedTerm,
} from "#db/queries/imports/archive.ts";
import { listFormClassAssessments } from "#db/queries/imports/school-rows.ts";
import { getSchool } from "#db/queries/school.ts";
import {
  ARCHIVE_LEVELS,
  ARCHIVE_MAX_MARK,
  archiveRowName,
  archiveTermId,
  filterWritableArchiveTerms,
  isArchiveTerm,
  scaleArchiveMark,
} from "#domain/archive/archive-terms.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { ImportRemark, ImportRefusals, MatchedImportRow } from "#domain/people/imports.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import { ARCHIVE_CELLS, archiveFields, findArchiveCell } from "#fields/archive.ts";
import {
  listRefusedImportChanges,
  parseRowValues,
  readCellText,
  toChangeLines,
  toRefusalLine,
  withoutDashes,
} from "#fields/imported/row-values.rules.ts";
import { limitedMarkField } from "#fields/numbers.ts";
import type { RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import {
  defineSchoolImport,
  planImportRow,
  refuseImportRow,
  type CheckedSchoolRow,
  type SchoolRowWrite,
} from "../school-import.server.ts";
import { createUnknownStudentRefusal, mapStudentsById } from "./marks.server.ts";

type Known = {
  flavour: SchoolFlavour;
  students: ReadonlyMap<string, ArchivedStudent>;
  formClasses: readonly { form_class_id: string; form_level: number }[];
  termsOf: ReadonlyMap<number, readonly ArchivedTerm[]>;
  marksOf: ReadonlyMap<string, readonly ArchivedMarkToImport[]>;
  maxima: readonly ArchivedMaximum[];
  /** The archive's own terms that exist, and the terms that an earlier row of the file adds. */
  storedTerms: Set<number>;
};

/** The fields of the archive. They refuse a mark with the reasons that an import gives. */
const FIELDS: RecordFields = new Map(
  [...archiveFields([], null)].map(([name, field]) => [
    name,
    findArchiveCell(name) ? { ...field, kind: limitedMarkField(ARCHIVE_MAX_MARK) } : field,
  ]),
);

const MARK_COLUMNS = ARCHIVE_CELLS.map(({ field, subject, test }) => ({
  name: field,
  title: `${subject} ${test}`,
  also: test === "course" ? [`${subject} coursework`, `${subject} course work`] : [`${subject} examination`],
}));

/** Imports the marks of past terms into the archive of a secondary school, one row for each student and term. */
export const PAST_MARKS_IMPORT = defineSchoolImport<Known>({
  kind: "past-marks",
  columns: [
    { name: "student_id", title: "Student ID" },
    { name: "class", title: "Class", also: ["Form Class", "Form", "Group"] },
    { name: "term", title: "Term" },
    ...MARK_COLUMNS,
  ],
  needed: ["student_id", "class", "term"],
  undo: "by-row-of-any-term",
  load: async (rows, t) => {
    const ids = [...new Set(rows.map(({ cells }) => readCellText(cells, "student_id").toLowerCase()))];
    const [{ flavour }, students, formClasses, terms, marks, maxima, storedTerms] = await queryAll(
      [
        () => getSchool(t),
        () => listArchivedStudents({ ids }, t),
        () => listFormClassAssessments(t),
        () => listArchivedTerms({ ids }, t),
        () => listArchivedMarksToImport({ ids }, t),
        () => listArchivedMaxima(t),
        () => listTermsOfArchive(t),
      ],
      t,
    );
    return {
      flavour,
      students: mapStudentsById(students),
      formClasses,
      termsOf: groupBy(terms, ({ student_key }) => student_key),
      marksOf: groupBy(marks, ({ student_key, academic_term_id }) => `${student_key}:${academic_term_id}`),
      maxima,
      storedTerms: new Set(storedTerms),
    };
  },
  judge: judgePastMarks,
});

function judgePastMarks({ row, cells }: MatchedImportRow, known: Known): CheckedSchoolRow {
  const [id, typedClass, typedTerm] = ["student_id", "class", "term"].map((name) =>
    readCellText(cells, name),
  ) as [string, string, string];
  const student = known.students.get(id.toLowerCase());
  const about = {
    row,
    name: student ? formatRegisterName(student) : id || "–",
    publicId: student?.student_id ?? "",
    class: [typedClass, typedTerm && `Term ${typedTerm.replace(/^term\s*/i, "")}`].filter(Boolean).join(", "),
  };
  if (known.flavour !== "secondary")
    return refuseImportRow(about, [toRefusalLine("Row", "only a secondary school has a marks archive")]);
  const place = student && findPlace({ student, typedClass, typedTerm }, known);
  if (!student) return refuseImportRow(about, [id === "" ? createUnknownStudentRefusal(id) : NO_STUDENT]);
  if (!place || "fault" in place) return refuseImportRow(about, place ? [place.fault] : []);
  return judgeTerm(about, { cells, student, place, known });
}

const NO_STUDENT = toRefusalLine("Student ID", "no student has this ID or birth certificate PIN");

type Place = { termId: number; formClassId: string; registration: ArchivedTerm | null };
type Named = { student: ArchivedStudent; typedClass: string; typedTerm: string };

/**
 * Finds the past term of a row: a term of the calendar if the student was registered in it, otherwise a term of the
 * archive.
 */
function findPlace(
  { student, typedClass, typedTerm }: Named,
  { formClasses, termsOf, marksOf }: Known,
): Place | { fault: ImportRefusals[number] } {
  const formClass = formClasses.find(
    ({ form_class_id }) => form_class_id.toLowerCase() === typedClass.toLowerCase(),
  );
  if (!formClass)
    return { fault: toRefusalLine("Class", typedClass === "" ? "fill in this cell" : noClass(typedClass)) };
  const { form_level: level, form_class_id: formClassId } = formClass;
  if (level > ARCHIVE_LEVELS)
    return { fault: toRefusalLine("Class", `the archive has Forms 1 to ${ARCHIVE_LEVELS} only`) };
  const term = Number(/^(?:term\s*)?([1-3])$/i.exec(typedTerm)?.[1] ?? 0);
  if (term === 0) return { fault: toRefusalLine("Term", "enter 1, 2 or 3") };
  const registered = termsOf.get(student.student_key) ?? [];
  const archived = Array.from({ length: ARCHIVE_LEVELS * TERMS_PER_YEAR }, (_, place) => {
    const own = { level: Math.floor(place / TERMS_PER_YEAR) + 1, term: (place % TERMS_PER_YEAR) + 1 };
    return { ...own, academicTermId: archiveTermId(own), registration: null };
  });
  const all = [
    ...registered.map((registration) => ({
      level: registration.form_level,
      term: registration.term,
      academicTermId: registration.academic_term_id,
      registration,
    })),
    ...archived.filter((own) => !registered.some((item) => item.academic_term_id === own.academicTermId)),
  ].map((item) => ({
    ...item,
    isRegistered: item.registration !== null,
    hasMarks: marksOf.has(`${student.student_key}:${item.academicTermId}`),
  }));
  const writable = filterWritableArchiveTerms(all, {
    level: student.form_level,
    term: student.term ?? TERMS_PER_YEAR,
  });
  const ofTerm = writable.filter((item) => item.level === level && item.term === term);
  const ofClass = ofTerm.filter((item) => item.registration?.form_class_id === formClassId);
  const [found, other] = ofTerm.length > 1 ? ofClass : ofTerm;
  if (ofTerm.length === 0) return { fault: toRefusalLine("Term", "this term is not over for the student") };
  if (!found || other) return { fault: toRefusalLine("Term", describeRepeated(ofTerm)) };
  const { academicTermId: termId, registration } = found;
  const isOther =
    registration !== null && registration.version === null && registration.form_class_id !== formClassId;
  if (isOther)
    return { fault: toRefusalLine("Class", `the student was in ${registration.form_class_id} in this term`) };
  return { termId, formClassId, registration };
}

/** A student who repeated a level has its terms twice, and the file does not say which one it means. */
function describeRepeated(places: readonly { academicTermId: number }[]): string {
  const names = places.map(({ academicTermId }) => archiveRowName(academicTermId)).join(" and ");
  return `the student was in this form more than once (${names}); enter these marks in the Marks Archive`;
}

function noClass(text: string): string {
  return `the school has no form class ‘${text.slice(0, 60)}’`;
}

type About = Pick<CheckedSchoolRow, "row" | "name" | "publicId" | "class">;
type Judging = Pick<MatchedImportRow, "cells"> & { student: ArchivedStudent; place: Place; known: Known };

function judgeTerm(about: About, { cells, student, place, known }: Judging): CheckedSchoolRow {
  const { termId, formClassId, registration } = place;
  const { student_key } = student;
  const stored = known.marksOf.get(`${student_key}:${termId}`) ?? [];
  const { student_id: _, class: _class, term: _term, ...written } = cells;
  const values = parseRowValues(withoutDashes(written), FIELDS);
  const before: FieldValues = Object.fromEntries(
    ARCHIVE_CELLS.map(({ field, subjectId, testId }) => [
      field,
      outOf100(findMark(stored, { subjectId, testId })),
    ]),
  );
  const changes = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => before[name] !== value),
  );
  const faults = listRefusedImportChanges(changes, { fields: FIELDS, cells });
  if (faults.length > 0) return refuseImportRow(about, faults);
  if (Object.keys(values).length === 0)
    return refuseImportRow(about, [toRefusalLine("Row", "no subject has a mark")]);
  const name = archiveRowName(termId);
  const isOtherClass = isArchiveTerm(termId) && registration?.form_class_id !== formClassId;
  const from = registration?.form_class_id ?? "blank";
  const lines: ImportRemark[] = [
    ...(isOtherClass ? [{ say: "change" as const, title: `${name}, class`, from, to: formClassId }] : []),
    ...toChangeLines(changes, { fields: FIELDS, before }).map((line) =>
      line.say === "change" ? { ...line, title: `${name}, ${line.title}` } : line,
    ),
  ];
  const writes: SchoolRowWrite[] = [
    ...(isArchiveTerm(termId) && !known.storedTerms.has(termId) ? [newTerm(termId)] : []),
    ...(isOtherClass ? [classWrite({ student_key, termId, formClassId, registration })] : []),
    ...Object.entries(changes).map(([field, value]) =>
      markWrite({
        field,
        value: Number(value),
        student_key,
        termId,
        formClassId,
        stored,
        maxima: known.maxima,
      }),
    ),
  ];
  const planned = planImportRow({ ...about, target: `${student_key}:${termId}`, writes, lines });
  // If the term already has marks, new marks count as a change.
  const isAdded = planned.outcome === "created" && (registration !== null || stored.length > 0);
  return isAdded ? { ...planned, outcome: "changed" } : planned;
}

function findMark(
  stored: readonly ArchivedMarkToImport[],
  { subjectId, testId }: { subjectId: number; testId: number },
): ArchivedMarkToImport | null {
  return stored.find((mark) => mark.subject_id === subjectId && mark.test_id === testId) ?? null;
}

function outOf100(stored: ArchivedMarkToImport | null): number | null {
  if (stored?.mark == null) return null;
  return Number(((stored.mark * 100) / stored.max_mark).toFixed(2));
}

/** Several rows need the same new term; it is added once. */
function newTerm(termId: number): SchoolRowWrite {
  const values = { academic_term_id: termId, term: termId % 100 };
  return { table: "academic_terms", stored: null, values };
}

type ClassWrite = Pick<Place, "termId" | "formClassId" | "registration"> & { student_key: number };

function classWrite({ student_key, termId, formClassId, registration }: ClassWrite): SchoolRowWrite {
  const key = { student_key, academic_term_id: termId };
  const values = { form_class_id: formClassId };
  return registration?.version == null
    ? { table: "archive_registrations", stored: null, values: { ...key, ...values } }
    : { table: "archive_registrations", stored: { ...key, version: registration.version }, values };
}

type MarkWrite = {
  field: string;
  value: number;
  student_key: number;
  termId: number;
  formClassId: string;
  stored: readonly ArchivedMarkToImport[];
  maxima: readonly ArchivedMaximum[];
};

/** Plans to store a mark, scaled to the maximum of its test as if it were typed into the archive. */
function markWrite({
  field,
  value,
  student_key,
  termId,
  formClassId,
  stored,
  maxima,
}: MarkWrite): SchoolRowWrite {
  const { subjectId = 0, testId = 1 } = findArchiveCell(field) ?? {};
  const before = findMark(stored, { subjectId, testId });
  const ofTest = maxima.findLast(
    (item) =>
      item.academic_term_id === termId &&
      item.form_class_id === formClassId &&
      item.subject_id === subjectId &&
      item.test_id === testId,
  );
  const values = { ...scaleArchiveMark(value, before?.max_mark ?? ofTest?.max_mark), attendance: 1 };
  if (before) return { table: "marks", stored: { mark_id: before.mark_id, version: before.version }, values };
  const key = { student_key, academic_term_id: termId, subject_id: subjectId, test_id: testId };
  return { table: "marks", stored: null, values: { ...key, ...values } };
}
