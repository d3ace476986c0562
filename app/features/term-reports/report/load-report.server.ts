import { hasPermission } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { listStudentsChangedSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { listSubjectsWithMarks } from "#db/queries/marks/subject-marks.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import { formatDate } from "#domain/dates.ts";
import { formatEntryEnd } from "#domain/entry/windows.ts";
import { joinTeacherNames } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import {
  listMissingReportParts,
  isReportComplete,
  isReadyToSign,
  getReportState,
} from "#domain/report-state.ts";
import { yearLabel } from "#domain/terms.ts";
import type { FieldValues } from "#fields/value.ts";
import { listVisibleClasses, findReport, type StudentReport } from "../find-report.server.ts";
import { readReportMarks } from "./marks/read-subjects.server.ts";
import { countSaveReceipt } from "#saving/protocol/protocol.ts";
import { toRecordValues, RECORD_VALUE_RULES } from "../save/record.rules.ts";
import { findSessionsSource, toStoredSessions } from "../sessions/sessions.rules.ts";
import type { TermRecordRules } from "#fields/term-record.ts";
import {
  chooseReportsUrl,
  PAST_TERMS_PARAM,
  classReportsUrl,
  reportUrl,
  signAllReportsUrl,
  studentPictureUrl,
  type ReportKey,
} from "#domain/paths.ts";
import type {
  ReportPosting,
  Report,
  ReportLinks,
  ReportRights,
  ReportStudent,
  ReportSubjectRow,
  ClassReportProgress,
} from "./report.ts";
import { describeReadOnlyReason, getReportRights } from "../rights.rules.ts";
import {
  mustBeSignedAgain,
  listReportCorrections,
  loadReportCorrections,
} from "../corrections/corrections.server.ts";
import { toReturnedReport, toReportSignature } from "../sign/signature-words.rules.ts";
import { canRestoreValues } from "#domain/lock.ts";
import { readReportStates, findReportOwner } from "../overview/read-states.server.ts";

export async function loadReport(person: Person, key: ReportKey): Promise<Report> {
  const found = await findReport(person, key, noTransaction);
  const [record, { subjects, marks }, classLinks, posted, progress, corrected] = await Promise.all([
    recordOf(found),
    readReportMarks(found, key.studentKey),
    linksToClasses(person, found),
    postedOf(found),
    classProgress(found),
    listReportCorrections(found, noTransaction),
  ]);
  const { heading, role, lock } = found;
  const values = toRecordValues(record);
  const can = getReportRights(role, {
    lock,
    isReturned: record.returned !== null,
    isOwnSignature: record.signature?.account_id === person.accountId,
    isCorrection: found.corrections.length > 0,
    isToSignAgain: mustBeSignedAgain(record, corrected),
  });
  return {
    ...headOf(found),
    can,
    posted,
    key: `${key.classId}/${key.academicTermId}/${key.studentKey}`,
    accountId: person.accountId,
    links: { ...linksOf(found, can), ...classLinks, card: cardLink(person, key) },
    rules: withStored(lock === "open" ? found.rules : { ...found.rules, editable: [] }, values),
    row: { row: String(key.studentKey), version: record.version, values },
    hasConduct: heading.has_conduct || values.conduct != null,
    receipt: countSaveReceipt([values], RECORD_VALUE_RULES),
    sessions: findSessionsSource(toStoredSessions(record), {
      termSessions: found.rules.termSessions,
      timeZone: heading.time_zone,
    }),
    marks: can.adminMarks ? { ...marks, subjects: await withEditUrls(marks.subjects, key) } : marks,
    missing: listMissingReportParts(values, subjects),
    signature: toReportSignature(record, heading.time_zone),
    returned: toReturnedReport(record, heading.time_zone),
    corrections: await loadReportCorrections(found, { values: corrected, subjects, record }),
    progress,
  };
}

/** Returns the URL of the report that NEXT opens; null at the end of the class. */
export async function findNextReportUrl(person: Person, key: ReportKey): Promise<string | null> {
  const { student, students } = await findReport(person, key, noTransaction);
  return reportAt(key, students[students.indexOf(student) + 1]);
}

async function recordOf({ key }: Pick<StudentReport, "key">): Promise<TermRecordRow> {
  const [record] = await listTermRecords(key, noTransaction);
  if (!record) throw new Error("a student on the class list has no registration");
  return record;
}

function headOf({ key, heading, student, students, lock, dates }: StudentReport) {
  const teachers = joinTeacherNames(heading.teachers);
  const { academic_year_id, term } = heading;
  const url = reportUrl(key);
  return {
    url,
    saveUrl: `${url}/save`,
    student: toReportStudent(student),
    classLabel: heading.class_label,
    teachers,
    term,
    yearLabel: yearLabel(academic_year_id),
    position: { place: students.indexOf(student) + 1, total: students.length },
    readOnlyReason: describeReadOnlyReason({ lock, dates, academicYearId: academic_year_id, term, teachers }),
    openUntil: lock === "open" && heading.is_current ? formatEntryEnd(dates) : null,
    timeZone: heading.time_zone,
  };
}

export function toReportStudent(student: StudentReport["student"]): ReportStudent {
  const { student_key, student_id, first_name, last_name, gender, picture } = student;
  return {
    key: student_key,
    studentId: student_id,
    name: `${first_name} ${last_name}`,
    firstName: first_name,
    gender,
    picture: studentPictureUrl(picture, "large"),
  };
}

function linksOf({ key, heading, student, students }: StudentReport, can: ReportRights) {
  const url = reportUrl(key);
  const place = students.indexOf(student);
  return {
    prev: reportAt(key, students[place - 1]),
    next: reportAt(key, students[place + 1]),
    search: `${url}/search`,
    sign: can.sign ? `${url}/sign` : null,
    sendBack: can.sendBack ? `${url}/send-back` : null,
    takeBack: can.takeBack ? `${url}/take-back` : null,
    signAll: signAllReportsUrl(key),
    terms: chooseReportsUrl(heading.is_current ? PAST_TERMS_PARAM : key.academicTermId),
  };
}

function reportAt(key: ReportKey, student: StudentReport["student"] | undefined): string | null {
  return student ? reportUrl({ ...key, studentKey: student.student_key }) : null;
}

function cardLink(person: Person, key: ReportKey): string | null {
  return hasPermission(person, "reports.print") ? `${reportUrl(key)}/card` : null;
}

/** Returns the URLs of the choice of classes and of the next class. Both are null for a person with a single class. */
async function linksToClasses(
  person: Person,
  { key, heading }: StudentReport,
): Promise<Pick<ReportLinks, "nextClass" | "chooser">> {
  const classes = await listVisibleClasses(person, heading);
  if (classes.length < 2) return { nextClass: null, chooser: null };
  const next = classes[classes.findIndex(({ class_id }) => class_id === key.classId) + 1];
  return {
    nextClass: next ? classReportsUrl({ ...key, classId: next.class_id }) : null,
    chooser: chooseReportsUrl(key.academicTermId),
  };
}

async function postedOf({ key, heading }: StudentReport): Promise<ReportPosting | null> {
  if (heading.posted_on === null) return null;
  const changed = await listStudentsChangedSincePosted({ ...key, classIds: [key.classId] }, noTransaction);
  return { on: formatDate(heading.posted_on), changedSince: changed.length > 0 };
}

/** Keeps a stored decision among the choices, even if its class is no longer offered. */
function withStored(rules: TermRecordRules, { promoted_to, repeating }: FieldValues): TermRecordRules {
  return {
    ...rules,
    promotedTo: withChoice(rules.promotedTo, promoted_to),
    repeating: withChoice(rules.repeating, repeating),
  };
}

function withChoice(choices: readonly string[], stored: FieldValues[string] | undefined): readonly string[] {
  return typeof stored !== "string" || choices.includes(stored) ? choices : [...choices, stored];
}

/** Adds the URL of the edit dialog to rows with stored marks. Other rows cannot be deleted or moved. */
async function withEditUrls(rows: readonly ReportSubjectRow[], key: ReportKey): Promise<ReportSubjectRow[]> {
  const choices = await listSubjectsWithMarks(key, noTransaction);
  const taken = new Set(choices.filter(({ taken }) => taken).map(({ subject_id }) => subject_id));
  return rows.map((row) => {
    const { subject_id } = row;
    return taken.has(subject_id) ? { ...row, editUrl: `${reportUrl(key)}/subject/${subject_id}` } : row;
  });
}

/**
 * Finds the next report for a person who signs and, on the last report of the class, the incomplete reports for
 * everybody else.
 */
async function classProgress(found: StudentReport): Promise<ClassReportProgress> {
  const isOpen = found.lock === "open";
  const isLast = found.students.at(-1)?.student_key === found.key.studentKey;
  return {
    nextToSign: canRestoreValues(found.lock) && found.role.signs ? await nextToSign(found) : null,
    incomplete: isOpen && isLast ? await incompleteReports(found) : null,
  };
}

/**
 * Finds the next report to sign, even an incomplete one, continuing from the start of the class. Returns null if
 * there is none.
 */
async function nextToSign({ key }: StudentReport): Promise<string | null> {
  const records = await listTermRecords({ ...key, studentKey: null }, noTransaction);
  const place = records.findIndex(({ student_key }) => student_key === key.studentKey);
  const around = [...records.slice(place + 1), ...records.slice(0, Math.max(place, 0))];
  const next = around.find(({ signature, returned }) =>
    isReadyToSign({ state: getReportState({ signature, returned, missing: [] }), missing: [] }),
  );
  return next ? reportUrl({ ...key, studentKey: next.student_key }) : null;
}

async function incompleteReports(found: StudentReport): Promise<ClassReportProgress["incomplete"]> {
  const states = await readReportStates(found, null, noTransaction);
  return states
    .filter((state) => !isReportComplete(state))
    .map((state) => {
      const { name, url } = findReportOwner(state, found);
      return { name, url };
    });
}
