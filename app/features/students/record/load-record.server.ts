import { hasAccess, hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import {
  getVisibleStudentTab,
  type VisibleStudent,
  getVisibleStudent,
} from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { joinTeacherNames } from "#domain/names.ts";
import { studentPictureUrl, PATHS, parseId } from "#domain/paths.ts";
import type { StudentTab } from "#domain/people/record-params.ts";
import type { Person } from "#domain/person.ts";
import {
  type RecordHeading,
  type RecordHeadingAndPaging,
  parseStudentTab,
  studentTabUrl,
  type RecordPaging,
} from "./record.ts";
import { findStudentNeighbours } from "#db/queries/people/student-list.ts";
import { getReadingScope } from "#access/visible.server.ts";
import { listReportCardTerms } from "#db/queries/people/students/heading.ts";
import { registrationFormUrl, reportCardUrl } from "#domain/documents/kind.ts";
import { termChoice, type TermChoice } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import { parseStudentsParams } from "../list/params.rules.ts";
import { toStudentFilter } from "../list/read-students.server.ts";

/**
 * Loads the header of a student's record: name, class, picture and paging.
 * @throws notFound when the person may not see the tab
 */
export async function loadRecord(
  { person }: Visit,
  input: { studentKey: number; tab: StudentTab; query: URLSearchParams },
): Promise<RecordHeadingAndPaging> {
  const student = await getVisibleStudentTab(person, input, noTransaction);
  return { head: headOf(person, student), steps: await readSteps(person, input) };
}

function headOf(person: Person, student: VisibleStudent): RecordHeading {
  const { id: key, student_id: studentId, first_name, last_name, picture, tabs, manages } = student;
  return {
    key,
    studentId,
    tabs,
    manages,
    lastName: last_name,
    name: `${first_name} ${last_name}`,
    picture: studentPictureUrl(picture, "large"),
    about: aboutOf(student),
    hasCourtOrder: student.has_court_order,
    serial: { number: student.serial_number, isLocked: student.serial_locked },
    isSeenByAdmin: hasPermission(person, "admin"),
    hasAttendance: hasAccess("student-attendance", person),
    hasCards: hasAccess("reports.print", person) && student.is_in_scope,
    hasForm: hasAccess("class-records", person) && tabs.includes("medical"),
  };
}

const CURRENT = 1;

/** Describes the class, such as `Std 4 R, D. Ramkissoon`. For a former student, the status comes first. */
function aboutOf({ label, teachers, status, student_status_id }: VisibleStudent): string {
  const formTeachers = joinTeacherNames(teachers.filter(({ is_lead }) => is_lead));
  const held = label === null ? "Not in a class" : [label, formTeachers].filter(Boolean).join(", ");
  return student_status_id === CURRENT ? held : [status, label && held].filter(Boolean).join(", ");
}

/**
 * Finds the previous and next student in the filtered and sorted list. Returns null if the student is not in the list.
 */
async function readSteps(
  person: Person,
  { studentKey, query }: { studentKey: number; query: URLSearchParams },
): Promise<RecordPaging | null> {
  const result = await toStudentFilter(person, parseStudentsParams(query));
  const found = await findStudentNeighbours({ ...result, studentKey }, noTransaction);
  if (!found) return null;
  const url = (key: number | null) =>
    key === null ? null : studentTabUrl(`${PATHS.students}/${key}`, { query, tab: parseStudentTab(query) });
  return { place: found.place, of: found.found, prev: url(found.prev), next: url(found.next) };
}

type Shown = { title: string; src: string; downloads: { words: string; href: string }[] };
type CardViewer = Shown & { terms: TermChoice[]; chosen: number };

/**
 * Loads the viewer of a student's report card for the requested term, or for the latest term whose card the person may
 * read.
 * @throws notFound
 */
export async function loadStudentReportCardViewer(
  person: Person,
  { studentKey, query }: { studentKey: number; query: URLSearchParams },
): Promise<CardViewer> {
  const student = await getVisibleStudent(person, studentKey, noTransaction);
  const terms = await listReportCardTerms({ ...getReadingScope(person), studentKey }, noTransaction);
  const input = parseId(query.get("term"));
  const term = terms.find(({ academic_term_id: id }) => input === null || id === input);
  if (!term) throw notFound("This student has no report card that you can open. Choose another student.");
  const src = reportCardUrl({ academic_term_id: term.academic_term_id, student_id: student.student_id });
  return {
    ...viewerOf(`Report Card, ${student.first_name} ${student.last_name}`, src),
    terms: terms.map(termChoice),
    chosen: term.academic_term_id,
  };
}

/** Loads the viewer of the registration form, for people who may read the medical tab. @throws notFound */
export async function loadRegistrationFormViewer(person: Person, studentKey: number): Promise<Shown> {
  const input = { studentKey, tab: "medical" } as const;
  const { student_id, first_name, last_name } = await getVisibleStudentTab(person, input, noTransaction);
  const src = registrationFormUrl({ id: student_id });
  return viewerOf(`Registration Form, ${first_name} ${last_name}`, src);
}

function viewerOf(title: string, src: string): Shown {
  const downloads = [
    { words: "Download PDF", href: `${src}&download=1` },
    { words: "Word", href: `${src}&format=docx&download=1` },
  ];
  return { title, src, downloads };
}
