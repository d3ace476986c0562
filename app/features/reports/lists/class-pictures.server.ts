import { getPrintedListScope, getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listPicturedStudents, type PicturedStudentRow } from "#db/queries/class-students.ts";
import { filterClassesOfTeacher, listClassesWithTeachers } from "#db/queries/class-teachers.ts";
import { listReportCardStudents } from "#db/queries/reports/report-card.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { formatYear } from "#domain/terms.ts";
import { pluralise } from "#domain/text/noun.ts";
import { getLocalPath } from "#files/store.server.ts";
import { itemNotFound } from "#runtime/errors.ts";
import type { DocumentData } from "#templates/index.ts";
import {
  describeClasses,
  findClassIdsInScope,
  formatCountsBySex,
  getBegunTerm,
  loadClassHeading,
  type FindVisibleClassIds,
  type FormClassTermRequest,
} from "../requested-classes.server.ts";
import { printDocument, type PrintedDocument, type PrintFormatAndSignal } from "../document.server.ts";
import { formatClassName, formatFormalNames } from "../report-card-words.rules.ts";

/** Prints the students of a class with their pictures. @throws notFound */
export async function printPictureList(
  person: Person,
  input: FormClassTermRequest,
  { signal }: PrintFormatAndSignal<"pdf">,
): Promise<PrintedDocument> {
  const { data, fileName } = await loadPictureList(input, findClassIdsInScope(getPrintedListScope(person)));
  return printDocument({ kind: "picture-list", format: "pdf", data }, { name: fileName, person, signal });
}

/** Prints identity cards for the students of a class. @throws notFound */
export async function printIdCards(
  person: Person,
  input: FormClassTermRequest,
  { signal }: PrintFormatAndSignal<"pdf">,
): Promise<PrintedDocument> {
  const { data, fileName } = await loadIdCards(input, findClassIdsInScope(getPrintedListScope(person)));
  return printDocument({ kind: "id-cards", format: "pdf", data }, { name: fileName, person, signal });
}

type Loaded<Kind extends keyof DocumentData> = { data: DocumentData[Kind]; fileName: string };

export async function loadPictureList(
  input: FormClassTermRequest,
  visible: FindVisibleClassIds,
): Promise<Loaded<"picture-list">> {
  const found = await loadClassHeading(input, "Class list with pictures", visible);
  const { heading, classes, school, fileName } = found;
  const students = await picturedStudents(found, input);
  const data = {
    school: heading.school,
    printed: heading.printed,
    title: [heading.title, heading.about, heading.period].join(", "),
    classes: classes.map((ofClass) => {
      const own = students.filter(({ class_id }) => class_id === ofClass.class_id);
      const about = formatClassName(school.flavour, ofClass);
      return {
        about,
        aside: formatFormalNames(ofClass.teachers),
        period: heading.period,
        counts: formatCountsBySex(own),
        foot: [heading.title, about, heading.period],
        students: own.map((student) => ({
          name: formatRegisterName(student),
          studentId: student.student_id,
          picture: pathOf(student),
        })),
      };
    }),
  };
  return { data, fileName };
}

export async function loadIdCards(
  input: FormClassTermRequest,
  visible: FindVisibleClassIds,
): Promise<Loaded<"id-cards">> {
  const found = await loadClassHeading(input, "ID cards", visible);
  const { heading, classes, school, term, fileName } = found;
  const students = await picturedStudents(found, input);
  const labels = new Map(classes.map((item) => [item.class_id, formatClassName(school.flavour, item)]));
  const data = {
    school: heading.school,
    printed: heading.printed,
    title: [heading.title, heading.about].join(", "),
    foot: [heading.title, heading.about, `printed ${heading.printed.on}`],
    cards: students.map((student) => ({
      name: `${student.first_name} ${student.last_name}`,
      className: labels.get(student.class_id) ?? "",
      studentId: student.student_id,
      house: student.house,
      year: formatYear(term.academic_year_id),
      picture: pathOf(student),
    })),
  };
  return { data, fileName };
}

async function picturedStudents(
  { classes }: { classes: readonly { class_id: number }[] },
  { academicTermId }: FormClassTermRequest,
): Promise<PicturedStudentRow[]> {
  const classIds = classes.map(({ class_id }) => class_id);
  const students = await listPicturedStudents({ classIds, academicTermId }, noTransaction);
  return classIds.flatMap((id) => students.filter(({ class_id }) => class_id === id));
}

function pathOf({ picture }: PicturedStudentRow): string | null {
  return picture && getLocalPath(picture);
}

/** A class by its form class, a level or, without both, all classes that the person may read. */
export type CollectionListRequest = Omit<FormClassTermRequest, "formClassId"> & {
  formClassId: string | null;
  formLevel: number | null;
};

/** Prints the list that parents sign when they collect report cards, a page for each class. @throws notFound */
export async function printCollectionList(
  person: Person,
  { formLevel, formClassId, ...input }: CollectionListRequest,
  { format, signal }: PrintFormatAndSignal<"pdf" | "xlsx">,
): Promise<PrintedDocument> {
  const { academicTermId, employeeId } = input;
  const { academic_year_id: academicYearId } = await getBegunTerm(academicTermId);
  const of = { academicYearId, academicTermId, formClassId };
  const visible = await listClassesWithTeachers({ ...getReadingScope(person), ...of }, noTransaction);
  const meant = filterClassesOfTeacher(visible, employeeId).filter(
    ({ form_level }) => formLevel === null || form_level === formLevel,
  );
  if (meant.length === 0) throw itemNotFound("class");
  const found = await loadClassHeading(
    { ...input, formClassId: "" },
    "Report cards to be collected",
    async () => meant.map(({ class_id }) => class_id),
  );
  const { heading, classes, school, fileName } = found;
  const key = { classIds: classes.map(({ class_id }) => class_id), academicTermId, studentKey: null };
  const students = await listReportCardStudents(key, noTransaction);
  const signed = students.filter(({ signed_at }) => signed_at !== null).length;
  const role = school.flavour === "secondary" ? "Form teacher" : "Class teacher";
  const [, other] = classes;
  const data: DocumentData["collection-list"] = {
    ...heading,
    about: other ? await describeClasses(meant, { ...of, formLevel }, school.flavour) : heading.about,
    aside: other ? "" : heading.aside,
    counts: [
      { figure: students.length, words: pluralise(students.length, "student") },
      { figure: signed, words: `${pluralise(signed, "card")} signed` },
    ],
    notes: [
      ...(signed < students.length ? ["Do not hand out a card that the principal has not signed."] : []),
      "Give a card to a parent or guardian only, and return this list to the school office.",
    ],
    signedBy: `${role}’s signature`,
    classes: classes.map((ofClass) => ({
      title: other
        ? [formatClassName(school.flavour, ofClass), formatFormalNames(ofClass.teachers)]
            .filter(Boolean)
            .join(", ")
        : "",
      rows: students
        .filter(({ class_id }) => class_id === ofClass.class_id)
        .map((student) => ({
          name: formatRegisterName(student),
          studentId: student.student_id,
          state: student.signed_at === null ? "not signed yet" : "",
        })),
    })),
  };
  const name = other ? `${heading.title} ${data.about} ${heading.period}` : fileName;
  return printDocument({ kind: "collection-list", format, data }, { name, person, signal });
}
