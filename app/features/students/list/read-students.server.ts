import { hasAccess, holds } from "#access/permissions.ts";
import { studentVisibleTo } from "#access/visible-student.server.ts";
import { peopleScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  findStudentsPage,
  listStudentNames,
  listStudentStatuses,
  type ListedStudent,
} from "#db/queries/people/student-list.ts";
import type { StudentSearch } from "#db/queries/people/student-search.ts";
import { formatDate } from "#domain/dates.ts";
import { joinNames, registerName } from "#domain/names.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { CURRENT, REGISTERED } from "#domain/people/students.ts";
import { findSimilarNames } from "#domain/people/alike.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { type ChosenStatus, type StudentsParams, STUDENT_PAGE_SIZES } from "./params.rules.ts";
import { describeEntry, type ListedStudentView, type StudentsList } from "./students.rules.ts";
import { signedCookie } from "#access/session-cookie.server.ts";

type Statuses = Awaited<ReturnType<typeof listStudentStatuses>>;

/** Loads one page of the students whom the person may see. Only administrators see former students. */
export async function readStudents(person: Person, input: StudentsParams): Promise<StudentsList> {
  const params = placeFor(person, input);
  const wanted = await wantedStudents(person, params);
  const [{ page, listed, found, total, totals }, statuses] = await Promise.all([
    findStudentsPage({ ...wanted, ...params, ...orderOf(params) }, noTransaction),
    holds(person, "admin") ? readStudentStatuses() : null,
  ]);
  return {
    params: { ...params, page },
    students: listed.map(shown),
    found,
    total,
    totals: totals.map(({ detail: status, students }) => ({ status, students })),
    alike: found === 0 && total <= MOST_COMPARED ? await studentsWrittenLike(params.search, wanted) : [],
    statuses: statuses && choicesOf(statuses),
    manages: hasAccess("student-records", person),
    setsPictures: holds(person, "admin"),
    seesAttendance: hasAccess("attendance-summary", person),
  };
}

/** Converts the parameters to the filter and order of a database query. */
export async function toStudentFilter(person: Person, input: StudentsParams) {
  const params = placeFor(person, input);
  return { ...(await wantedStudents(person, params)), ...orderOf(params) };
}

/** Limits the status to current and registered students, except for administrators. */
function placeFor(person: Person, params: StudentsParams): StudentsParams {
  return holds(person, "admin") ? params : { ...params, status: "here" };
}

export function readStudentStatuses(): Promise<Statuses> {
  return listStudentStatuses(noTransaction);
}

async function wantedStudents(person: Person, { status, search }: StudentsParams): Promise<StudentSearch> {
  return { ...peopleScope(person), statusIds: await idsOf(status), words: splitSearch(search) };
}

function orderOf({ sort }: StudentsParams) {
  return { order: sort.map(({ key, direction }) => ({ key, descending: direction === "descending" })) };
}

async function idsOf(status: ChosenStatus): Promise<number[]> {
  if (typeof status === "number") return [status];
  if (status === "here") return [CURRENT, REGISTERED];
  const ids = (await readStudentStatuses()).map(({ student_status_id: id }) => id);
  return ids.filter((id) => id > REGISTERED);
}

function choicesOf(statuses: Statuses) {
  const left = statuses.filter(({ student_status_id: id }) => id > REGISTERED);
  return [
    { value: "here", label: "Current and registered" },
    { value: "left", label: "Former students" },
    ...left.map(({ student_status_id, detail }) => ({ value: String(student_status_id), label: detail })),
  ];
}

/**
 * The number of students up to which all names are compared. With more students, this would take too long for a page.
 */
const MOST_COMPARED = 2500;

async function studentsWrittenLike(search: string, wanted: StudentSearch): Promise<StudentsList["alike"]> {
  if (search === "") return [];
  const names = await listStudentNames({ ...wanted, most: MOST_COMPARED }, noTransaction);
  return findSimilarNames(names, search).map((student) => ({ id: student.id, name: registerName(student) }));
}

function shown(student: ListedStudent): ListedStudentView {
  const { id, student_status_id, status, status_since, teachers } = student;
  return {
    id,
    status,
    gender: student.gender,
    pin: student.birth_certificate_pin,
    studentId: student.student_id,
    firstName: student.first_name,
    lastName: student.last_name,
    picture: studentPictureUrl(student.picture, "small"),
    classLabel: student.class_label,
    teacher: joinNames(teachers),
    note: student_status_id === REGISTERED ? describeEntry(student.entry_date) : null,
    since: status_since === null ? "–" : formatDate(status_since),
    documents: student.documents,
  };
}

type ShownPicture = { name: string; about: string; picture: string | null };

/** Loads a student's picture in print size. @throws notFound */
export async function readStudentPicture(person: Person, studentKey: number): Promise<ShownPicture> {
  const student = await studentVisibleTo(person, studentKey, noTransaction);
  return {
    name: `${student.first_name} ${student.last_name}`,
    about: [student.student_id, student.label].filter(Boolean).join(", "),
    picture: studentPictureUrl(student.picture, "large"),
  };
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export async function withRememberedPageSize(request: Request) {
  const query = new URL(request.url).searchParams;
  const remembered = await cookie().parse(request.headers.get("Cookie"));
  const input = query.get("rows");
  if (input === null && STUDENT_PAGE_SIZES.includes(remembered)) query.set("rows", String(remembered));
  const chosen = Number(input);
  const isNew = STUDENT_PAGE_SIZES.includes(chosen) && chosen !== remembered;
  return { query, headers: isNew ? { "Set-Cookie": await cookie().serialize(chosen) } : undefined };
}

/** The cookie is signed so that only numbers written by this server are accepted. Its value is not secret. */
function cookie() {
  return signedCookie("student-rows", YEAR_SECONDS);
}
