import { reading, transaction } from "#db/index.ts";
import type { Reading } from "#db/index.ts";
import { signReports } from "#db/queries/signing.ts";
import type { SeenReport } from "#db/queries/signing.ts";
import { lockReports, termRecords } from "#db/queries/term-records.ts";
import type { TermRecordRow } from "#db/queries/term-records.ts";
import { joinedNames, registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel } from "#domain/terms.ts";
import type { ClassOverview, ClassSigned, OverviewReport } from "./classes.ts";
import { findClass } from "./find-report.server.ts";
import type { FoundClass } from "./find-report.server.ts";
import { missingParts } from "./missing.rules.ts";
import { readSubjects } from "./read-subjects.server.ts";
import { valuesOfRecord } from "./record-values.rules.ts";
import { chooserUrl, classUrl, reportUrl, signAllUrl } from "./report-key.rules.ts";
import type { ClassKey } from "./report-key.rules.ts";
import type { Missing, SubjectRow } from "./report.ts";
import { readOnlyReason } from "./rights.rules.ts";
import { requireSigner, signerOf } from "./sign-report.server.ts";
import { isSignable } from "./signable.rules.ts";
import { returnedOf, signatureOf } from "./signature-words.rules.ts";
import { averageOf, reportedSubjects } from "./subject-rows.rules.ts";

/** Every report of a class with its state, to look through before signing them together. @throws forbidden, notFound */
export async function showClass(person: Person, key: ClassKey): Promise<ClassOverview> {
  requireSigner(person);
  const found = await findClass(person, key, reading);
  const { heading, lock } = found;
  const [states, signs] = await Promise.all([statesOf(found, reading), signerOf(person, heading.time_zone)]);
  const reports = states.map((state) => overviewReport(state, found));
  const teachers = joinedNames(heading.teachers);
  const { academic_year_id: academicYearId, term } = heading;
  return {
    url: signAllUrl(key),
    reportsUrl: classUrl(key),
    classLabel: heading.class_label,
    teachers,
    period: periodLabel(academicYearId, term),
    chooserUrl: chooserUrl(key.academicTermId),
    canSign: lock === "open",
    readOnlyReason: readOnlyReason({ lock, academicYearId, term, teachers }),
    reports,
    signable: reports.filter(({ seen }) => seen !== null).length,
    counts: countsOf(reports),
    signs,
  };
}

export type ClassSigning = ({ ok: true } & ClassSigned) | { ok: false; reason: "past-term" };

/**
 * Signs the complete reports of a class in one transaction: those that were looked at and still are what they were.
 * Incomplete ones are signed one by one, or sent back. @throws forbidden, notFound
 */
export function signAllComplete(
  person: Person,
  key: ClassKey,
  looked: readonly SeenReport[],
): Promise<ClassSigning> {
  requireSigner(person);
  return transaction(person, async (t) => {
    const found = await findClass(person, key, t);
    if (found.lock === "past-term") return { ok: false, reason: "past-term" };
    await lockReports({ ...key, studentKeys: found.students.map(({ student_key }) => student_key) }, t);
    const states = await statesOf(found, t);
    const signable = states.filter(isSignable);
    const now = new Map(signable.map(({ record }) => [record.student_key, record.fingerprint]));
    const seen = looked.filter(({ studentKey, fingerprint }) => now.get(studentKey) === fingerprint);
    const signed = await signReports({ ...key, accountId: person.accountId, seen }, t);
    const still = states.filter(({ record }) => record.signature?.changed === false).length;
    return {
      ok: true,
      signed: signed.length,
      changed: looked.length - seen.length,
      left: states.length - still - signed.length,
    };
  });
}

type State = { record: TermRecordRow; missing: Missing[]; rows: SubjectRow[] };

async function statesOf(found: FoundClass, t: Reading): Promise<State[]> {
  // The fingerprints first: what comes in between is shown and not signed, never signed and not shown.
  const records = await termRecords({ ...found.key, studentKey: null }, t);
  const subjectsOf = await readSubjects(found, null, t);
  return records.map((record) => {
    const rows = subjectsOf(record.student_key);
    const missing = missingParts(valuesOfRecord(record), reportedSubjects(rows, found.heading));
    return { record, rows, missing };
  });
}

function overviewReport(state: State, { key, heading, students, lock }: FoundClass): OverviewReport {
  const { record, rows, missing } = state;
  const student = students.find(({ student_key }) => student_key === record.student_key);
  const named = { firstName: student?.first_name ?? "", lastName: student?.last_name ?? "" };
  return {
    key: record.student_key,
    url: reportUrl({ ...key, studentKey: record.student_key }),
    name: registerName(named),
    picture: student?.picture ? `/img/students/${student.picture}?size=small` : null,
    average: averageOf(rows, heading),
    comment: record.teacher_comment || null,
    principalComment: record.principal_comment || null,
    missing,
    signature: signatureOf(record, heading.time_zone),
    returned: returnedOf(record, heading.time_zone),
    seen: lock === "open" && isSignable(state) ? record.fingerprint : null,
  };
}

function countsOf(reports: readonly OverviewReport[]): ClassOverview["counts"] {
  const count = (matches: (report: OverviewReport) => boolean) => reports.filter(matches).length;
  return {
    total: reports.length,
    complete: count(({ missing }) => missing.length === 0),
    signed: count(({ signature }) => signature.state === "signed"),
    changed: count(({ signature }) => signature.state === "signed" && signature.changedSince),
    returned: count(({ returned }) => returned !== null),
  };
}
