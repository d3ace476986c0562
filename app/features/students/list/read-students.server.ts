import { hasAccess, hasPermission } from "#access/permissions.ts";
import { getVisibleStudent } from "#access/visible-student.server.ts";
import { getPrintedListScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  findStudentsPage,
  listStudentNames,
  listStudentStatuses,
  type ListedStudent,
} from "#db/queries/people/student-list.ts";
import {
  findStudentFilterOptions,
  type StudentFilterOptions,
  type StudentSearch,
} from "#db/queries/people/student-search.ts";
import { countSelected } from "#db/queries/people/student-selection.ts";
import { listUndoableChanges } from "#db/queries/people/undoable-changes.ts";
import { formatTimeOrDateAndTime, formatDate } from "#domain/dates.ts";
import { joinTeacherNames, formatRegisterName } from "#domain/names.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { STUDENT_CURRENT, STUDENT_REGISTERED } from "#domain/people/students.ts";
import { findSimilarNames } from "#domain/people/alike.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import type { Visit } from "#access/session.server.ts";
import { now } from "#runtime/clock.ts";
import { type StudentStatusFilter, type StudentsParams, STUDENT_PAGE_SIZES } from "./params.rules.ts";
import {
  describeStudentEntry,
  listMissingRegistrationLabels,
  listMissingPartChoices,
  type ListedStudentView,
  type StudentsList,
} from "./students.rules.ts";
import { signedCookie } from "#access/session-cookie.server.ts";

type Statuses = Awaited<ReturnType<typeof listStudentStatuses>>;

/** The kinds of change that the list offers to undo. */
const KINDS = ["class", "house", "status"] as const;
const MOST_UNDOABLE = 5;

/** Loads one page of the students whom the person may see. Only administrators see students who left. */
export async function readStudents({ person, school }: Visit, input: StudentsParams): Promise<StudentsList> {
  const params = placeFor(person, input);
  const wanted = await wantedStudents(person, params);
  const manages = hasAccess("student-records", person);
  const [{ page, listed, found, total, totals }, statuses, choices, undoable] = await Promise.all([
    findStudentsPage({ ...wanted, ...params, ...orderOf(params) }, noTransaction),
    hasPermission(person, "admin") ? readStudentStatuses() : null,
    findStudentFilterOptions({ ...getPrintedListScope(person), ...chosenClasses(params) }, noTransaction),
    manages
      ? listUndoableChanges({ accountId: person.accountId, kinds: KINDS, most: MOST_UNDOABLE }, noTransaction)
      : [],
  ]);
  const isOfMissing = params.filters.missing !== null;
  const shownKeys = listed.map(({ id }) => id);
  return {
    params: { ...params, page },
    students: listed.map((student) => shown(student, { isOfMissing, manages })),
    found,
    total,
    totals: totals.map(({ detail: status, students }) => ({ status, students })),
    alike: found === 0 && total <= MOST_COMPARED ? await studentsWrittenLike(params.search, wanted) : [],
    statuses: statuses && choicesOf(statuses),
    choices: filterChoices(choices, manages),
    selection: await readSelection(person, shownKeys),
    undoable: undoable.map(({ change_id: id, title, made_at }) => ({
      id,
      title,
      at: formatTimeOrDateAndTime(made_at, { timeZone: school.timeZone, now: now() }),
    })),
    manages,
    setsPictures: hasPermission(person, "admin"),
    seesAttendance: hasAccess("student-attendance", person),
  };
}

/** Loads the person's selection. Returns null for people who do not manage students. */
async function readSelection(
  person: Person,
  studentKeys: readonly number[],
): Promise<StudentsList["selection"]> {
  const { accountId: account, sessionId } = person;
  if (!hasAccess("student-records", person) || sessionId === null) return null;
  return { account, ...(await countSelected({ sessionId, studentKeys }, noTransaction)) };
}

/** Converts the parameters to the filter and order of a database query. */
export async function toStudentFilter(person: Person, input: StudentsParams) {
  const params = placeFor(person, input);
  return { ...(await wantedStudents(person, params)), ...orderOf(params) };
}

/**
 * Limits the status to current and registered students, except for administrators. Only people who manage students can
 * filter by selection, and by families without a phone.
 */
function placeFor(person: Person, params: StudentsParams): StudentsParams {
  const manages = hasAccess("student-records", person);
  const { missing, isSelectedOnly } = params.filters;
  const status = hasPermission(person, "admin") ? params.status : "here";
  const filters = {
    ...params.filters,
    missing: missing === "phone" && !manages ? null : missing,
    // Former students cannot be selected.
    isSelectedOnly: isSelectedOnly && manages && person.sessionId !== null && status === "here",
  };
  return { ...params, filters, status };
}

export function readStudentStatuses(): Promise<Statuses> {
  return listStudentStatuses(noTransaction);
}

async function wantedStudents(
  person: Person,
  { status, search, filters }: StudentsParams,
): Promise<StudentSearch> {
  const { classId, formLevel, houseId, missing, isSelectedOnly } = filters;
  return {
    ...getPrintedListScope(person),
    statusIds: await idsOf(status),
    words: splitSearch(search),
    classId,
    formLevel,
    houseId,
    missing,
    selectedIn: isSelectedOnly ? person.sessionId : null,
  };
}

function orderOf({ sort }: StudentsParams) {
  return { order: sort.map(({ key, direction }) => ({ key, descending: direction === "descending" })) };
}

async function idsOf(status: StudentStatusFilter): Promise<number[]> {
  if (typeof status === "number") return [status];
  if (status === "here") return [STUDENT_CURRENT, STUDENT_REGISTERED];
  const ids = (await readStudentStatuses()).map(({ student_status_id: id }) => id);
  return ids.filter((id) => id > STUDENT_REGISTERED);
}

function choicesOf(statuses: Statuses) {
  const left = statuses.filter(({ student_status_id: id }) => id > STUDENT_REGISTERED);
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
  return findSimilarNames(names, search).map((student) => ({
    id: student.id,
    name: formatRegisterName(student),
  }));
}

function chosenClasses({ filters: { classId, formLevel } }: StudentsParams) {
  return { classId, formLevel };
}

function filterChoices(
  { classes, levels, houses }: StudentFilterOptions,
  manages: boolean,
): StudentsList["choices"] {
  return {
    classes: classes.map(({ class_id, label }) => ({ value: String(class_id), label })),
    levels: levels.map(({ form_level, group_title }) => ({ value: String(form_level), label: group_title })),
    houses: houses.map(({ house_id, house }) => ({ value: String(house_id), label: house })),
    missing: listMissingPartChoices(manages),
  };
}

type Shown = { isOfMissing: boolean; manages: boolean };

function shown(student: ListedStudent, { isOfMissing, manages }: Shown): ListedStudentView {
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
    teacher: joinTeacherNames(teachers),
    note: student_status_id === STUDENT_REGISTERED ? describeStudentEntry(student.entry_date) : null,
    since: status_since === null ? "–" : formatDate(status_since),
    documents: student.documents,
    readsMedical: manages || student.is_teacher,
    missing: isOfMissing
      ? listMissingRegistrationLabels({
          documents: student.documents,
          hasPicture: student.picture !== null,
          pin: student.birth_certificate_pin,
          lacksPhone: manages && student.lacks_phone,
        })
      : null,
  };
}

type ShownPicture = { name: string; about: string; picture: string | null };

/** Loads a student's picture in print size. @throws notFound */
export async function readStudentPicture(person: Person, studentKey: number): Promise<ShownPicture> {
  const student = await getVisibleStudent(person, studentKey, noTransaction);
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
