import { z } from "zod";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import {
  parseSaveTarget,
  pageOfSaveAddress,
  saveTargetTitle,
  type SaveTarget,
} from "#domain/saved-targets.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import {
  MAX_TARGETS_PER_REQUEST,
  type TargetRequest,
  type TargetDescription,
} from "#saving/client/target-names.ts";
import {
  listStudentsOnceOnRoster,
  findFormerLesson,
  findFormerClass,
  type FormerRosterStudent,
} from "#db/queries/unsent-rows.ts";
import { hasAccess } from "#access/permissions.ts";
import { isTermAhead } from "#db/queries/calendar.ts";
import { findArchiveStudent } from "#db/queries/archive/archive-rows.ts";
import { archiveRowName } from "#domain/archive/archive-terms.ts";
import { listAttendanceReasons } from "#db/queries/attendance/reasons.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { sessionName } from "#domain/daily/attendance-states.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import { findTermOn } from "#domain/daily/school-days.ts";
import { periodLabel, testTitle } from "#domain/terms.ts";
import { getVisibleLesson, getVisibleMarkSheet, getVisibleClass } from "#access/visible.server.ts";
import { findMarkSheetHeading, type MarkSheetHeading } from "#db/queries/marks/mark-sheet.ts";
import { readJson } from "#runtime/request-body.ts";
import { MAX_ROWS_PER_REQUEST } from "#saving/protocol/protocol.ts";
import { errorKind } from "#runtime/errors.ts";

const LONGEST_ADDRESS = 100;

const AskedSchema = z.strictObject({
  targets: z
    .array(
      z.strictObject({
        target: z.string().max(LONGEST_ADDRESS),
        rows: z.array(z.string().regex(/^[1-9]\d{0,8}$/)).max(MAX_ROWS_PER_REQUEST),
      }),
    )
    .max(MAX_TARGETS_PER_REQUEST),
});

/** Returns the targets in the body of the request, or null if the body is invalid. */
export async function readTargetRequests(request: Request): Promise<TargetRequest[] | null> {
  const parsed = AskedSchema.safeParse(await readJson(request));
  return parsed.success ? parsed.data.targets : null;
}

/**
 * Describes the targets of rows that wait on a device: mark sheets, reports, registers and archives that the person may
 * open, or could open at the time of typing. A teacher who has lost a class must still be able to see whose marks were
 * refused. Students whom the teacher never had are not named.
 */
export async function describeTargets(
  person: Person,
  requests: readonly TargetRequest[],
): Promise<TargetDescription[]> {
  const named: TargetDescription[] = [];
  for (const each of requests) {
    const found = await findRows(person, each);
    if (!found) continue;
    const { students, names = {}, ...about } = found;
    named.push({
      ...about,
      target: each.target,
      names: { ...Object.fromEntries(students.map(nameOf)), ...names },
    });
  }
  return named;
}

async function findRows(person: Person, { target, rows }: TargetRequest): Promise<FoundRows | null> {
  const address = parseSaveTarget(target);
  if (!address) return null;
  const found = await findRowsOf(person, { address, target, rows });
  const termId = "academicTermId" in address ? address.academicTermId : null;
  if (termId === null || !(await isTermAhead(termId, noTransaction))) return found;
  // Nobody can open a page of a term that has not started, not even the teacher of the lesson.
  const about = periodLabel(Math.floor(termId / TERMS_IN_ID), termId % TERMS_IN_ID);
  const unnamed = { title: saveTargetTitle(target), about, fields: {}, students: [] };
  return { ...(found ?? unnamed), url: null, isEarly: true };
}

type AskedRows = TargetRequest & { address: SaveTarget };

function findRowsOf(person: Person, { address, target, rows }: AskedRows): Promise<FoundRows | null> {
  const named = { target, students: rows.map(Number) };
  if (address.kind === "archive") return nameArchive(person, { address, target, rows }, noTransaction);
  if (address.kind === "marks") return nameMarks(person, { ...named, address }, noTransaction);
  if (address.kind === "register") return nameRegister(person, { ...named, address }, noTransaction);
  return nameReport(person, { address, target }, noTransaction);
}

function nameOf(student: FormerRosterStudent): [string, string] {
  return [String(student.student_key), formatRegisterName(student)];
}

type Asked = {
  address: Extract<SaveTarget, { kind: "archive" }>;
  target: string;
  rows: readonly string[];
};

/**
 * Describes an archive, whose rows are the terms of one student. Returns null for a person who may not read archives.
 */
async function nameArchive(
  person: Person,
  { address, target, rows }: Asked,
  t: ReadTransaction,
): Promise<FoundRows | null> {
  const student = hasAccess("marks-archive", person) ? await findArchiveStudent(address.studentKey, t) : null;
  if (!student) return null;
  return {
    title: "Marks Archive",
    about: formatRegisterName(student),
    url: pageOfSaveAddress(target),
    fields: {},
    students: [],
    names: Object.fromEntries(rows.map((row) => [row, archiveRowName(Number(row))])),
  };
}

type Register = Extract<SaveTarget, { kind: "register" }>;
type RegisterAsked = { address: Register; target: string; students: readonly number[] };

/** Describes a register. Returns null for a class that the person has never had, and for a day outside the terms. */
async function nameRegister(
  person: Person,
  { address: { classId, day, session }, target, students }: RegisterAsked,
  t: ReadTransaction,
): Promise<FoundRows | null> {
  const calendar = await loadSchoolCalendar(t);
  const academicTermId = findTermOn(day, calendar)?.academic_term_id;
  if (academicTermId === undefined) return null;
  const found = await findClass(person, { classId, academicTermId }, t);
  if (!found) return null;
  const { label, until } = found;
  const reasons = await listAttendanceReasons(t);
  return {
    title: `Register, ${label}`,
    about: `${formatDay(day)}, ${sessionName(session, calendar.sessions_per_day)}`,
    url: until === null ? pageOfSaveAddress(target) : null,
    fields: {},
    values: { reason: Object.fromEntries(reasons.map(({ reason, title }) => [reason, title])) },
    students: await listStudentsOnceOnRoster({ classId, academicTermId, chosen: null, students, until }, t),
  };
}

type Report = Extract<SaveTarget, { kind: "report" }>;
type ReportAsked = { address: Report; target: string };

const TERMS_IN_ID = 10;

/** Describes a student's report. Returns null for a class that the person has never had. */
async function nameReport(
  person: Person,
  { address, target }: ReportAsked,
  t: ReadTransaction,
): Promise<FoundRows | null> {
  const { classId, academicTermId, studentKey } = address;
  const found = await findClass(person, address, t);
  if (!found) return null;
  const { label, until } = found;
  const students = await listStudentsOnceOnRoster(
    { classId, academicTermId, chosen: null, students: [studentKey], until },
    t,
  );
  return {
    title: `Term report, ${label}`,
    about: periodLabel(Math.floor(academicTermId / TERMS_IN_ID), academicTermId % TERMS_IN_ID),
    url: until === null ? pageOfSaveAddress(target) : null,
    fields: {},
    students,
  };
}

type Marks = Extract<SaveTarget, { kind: "marks" }>;
type MarksAsked = { address: Marks; target: string; students: readonly number[] };

/** Describes a mark sheet. Returns null for a lesson that the person has never had. */
async function nameMarks(
  person: Person,
  { address, target, students }: MarksAsked,
  t: ReadTransaction,
): Promise<FoundRows | null> {
  const lesson = await findLesson(person, address, t);
  if (!lesson) return null;
  const { subject, class_label, class_id: classId, subject_id: subjectId, until } = lesson;
  const sheet = await ifVisible(getVisibleMarkSheet(person, address, t));
  const heading = sheet?.heading ?? (await findMarkSheetHeading(address, t));
  const chosen = lesson.by_choice ? { subjectId, employeeId: lesson.employee_id } : null;
  return {
    title: `${subject}, ${class_label}`,
    about: heading ? aboutOf(heading, address) : "",
    url: sheet ? pageOfSaveAddress(target) : null,
    fields: criteriaOf(heading),
    students: await listStudentsOnceOnRoster({ ...address, classId, chosen, students, until }, t),
  };
}

/** Finds a lesson. `until` is the time at which the person lost the lesson; only students of that time are named. */
async function findLesson(person: Person, address: Marks, t: ReadTransaction) {
  const visible = await ifVisible(getVisibleLesson(person, address, t));
  if (visible) return { ...visible, until: null };
  const { employeeId } = person;
  const former =
    employeeId === null ? null : await findFormerLesson({ lessonId: address.lessonId, employeeId }, t);
  return former && { ...former, until: former.lost_at };
}

function aboutOf(heading: MarkSheetHeading, { testId }: Marks): string {
  const { assessment_type, fortnightly_title, academic_year_id, term } = heading;
  const test = testTitle(testId, assessment_type, fortnightly_title);
  return `${test}, ${periodLabel(academic_year_id, term)}`;
}

function criteriaOf(heading: MarkSheetHeading | null): Record<string, string> {
  if (!heading?.by_criteria) return {};
  return Object.fromEntries(
    heading.criteria.map(({ criterion_id, detail }) => [`criterion_${criterion_id}`, detail]),
  );
}

/** A target without the names of its students, which are added later. */
type FoundRows = Omit<TargetDescription, "target" | "names"> & {
  students: readonly FormerRosterStudent[];
  names?: Readonly<Record<string, string>>;
};

/** Returns the result, or null if the person may not see it. */
async function ifVisible<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (errorKind(error) === "notFound") return null;
    throw error;
  }
}

/** Returns a class that the person has, or had until `until`. Returns null for any other class. */
async function findClass(
  person: Person,
  { classId, academicTermId }: { classId: number; academicTermId: number },
  t: ReadTransaction,
): Promise<{ label: string; until: Date | null } | null> {
  const visible = await ifVisible(getVisibleClass(person, { classId, academicTermId }, t));
  if (visible) return { label: visible.label, until: null };
  const { employeeId } = person;
  const former = employeeId === null ? null : await findFormerClass({ classId, employeeId }, t);
  return former && { label: former.class_label, until: former.lost_at };
}
