import { noTransaction } from "#db/index.ts";
import type { ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { findFormClassAndTeacher, reportCardUrl } from "#domain/documents/kind.ts";
import { parseId, reportUrl, type ClassKey, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { listVisibleClasses, findReportClass, findReport, type ReportClass } from "../find-report.server.ts";
import { parseOverviewFilter, classOverviewUrl } from "./overview.rules.ts";

export type ReportCardViewerLinks = {
  title: string;
  src: string;
  closeTo: string;
  /** The choice between the student's own card and the cards of the whole class; empty if there is only one. */
  choices: { to: string; title: string; current: boolean }[];
  downloads: { words: string; href: string }[];
};

/**
 * Loads the viewer over a report. It shows the student's card or, with `of=class`, the cards of the class.
 * @throws notFound
 */
export async function loadReportCardViewer(
  person: Person,
  key: ReportKey,
  query: URLSearchParams,
): Promise<ReportCardViewerLinks> {
  const found = await findReport(person, key, noTransaction);
  const url = `${reportUrl(key)}/card`;
  const ways = { student: url, class: `${url}?of=class`, closeTo: reportUrl(key) };
  return viewerOf(person, { found, ways, student: found.student, isOfClass: query.get("of") === "class" });
}

/**
 * Loads the viewer over the overview. It shows the cards of the class or, with `student`, one student's card.
 * @throws notFound
 */
export async function loadOverviewCardViewer(
  person: Person,
  key: ClassKey,
  query: URLSearchParams,
): Promise<ReportCardViewerLinks> {
  const found = await findReportClass(person, key, noTransaction);
  const filter = parseOverviewFilter(query.get("show"));
  const studentKey = parseId(query.get("student"));
  const student = found.students.find((item) => item.student_key === studentKey) ?? null;
  const ways = {
    student: classOverviewUrl(key, { filter, cards: true, studentKey }),
    class: classOverviewUrl(key, { filter, cards: true }),
    closeTo: classOverviewUrl(key, { filter }),
  };
  return viewerOf(person, { found, ways, student, isOfClass: student === null });
}

type Asked = {
  found: ReportClass;
  ways: { student: string; class: string; closeTo: string };
  student: ReportClass["students"][number] | null;
  isOfClass: boolean;
};

async function viewerOf(
  person: Person,
  { found, ways, student, isOfClass }: Asked,
): Promise<ReportCardViewerLinks> {
  const ofClass = cardsOfClass(await listVisibleClasses(person, found.heading), found);
  const ofStudent = student && { ...cardsNamed(found), student_id: student.student_id };
  const shown = isOfClass ? ofClass : ofStudent;
  if (!shown) throw notFound("You cannot open the report cards of this class. Choose another class.");
  const choices = [
    { to: ways.student, title: "This student", current: !isOfClass },
    { to: ways.class, title: `Whole class (${found.students.length})`, current: isOfClass },
  ];
  const src = reportCardUrl(shown);
  return {
    src,
    title: isOfClass ? `Report Cards, ${found.heading.class_label}` : titleOf(student),
    closeTo: ways.closeTo,
    choices: student && ofClass ? choices : [],
    downloads: [
      { words: "Download PDF", href: `${src}&download=1` },
      { words: "Word", href: `${src}&format=docx&download=1` },
    ],
  };
}

function titleOf(student: Asked["student"]): string {
  return `Report Card, ${student?.first_name} ${student?.last_name}`;
}

type Named = Record<string, string | number | null>;

function cardsNamed({ key, heading }: ReportClass): Named {
  return { academic_term_id: String(key.academicTermId), form_class_id: heading.form_class_id };
}

/** Returns the API's parameters for the cards of this class. Returns null if they would also match other classes. */
function cardsOfClass(classes: readonly ClassWithTeachersRow[], found: ReportClass): Named | null {
  const held = findFormClassAndTeacher(classes, found.key.classId);
  if (!held || found.students.length === 0) return null;
  return { ...cardsNamed(found), employee_id: held.employeeId };
}
