import { hasAccess, hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { getVisibleStudentTab, type VisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { joinTeacherNames } from "#domain/names.ts";
import { studentPictureUrl, PATHS } from "#domain/paths.ts";
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
