import { holds } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { isWritable } from "#domain/lock.ts";
import { joinNames } from "#domain/names.ts";
import { classUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isToSign, reportCounts } from "#domain/report-state.ts";
import { reportAverage } from "#domain/subject-results.ts";
import { periodLabel } from "#domain/terms.ts";
import { readStates, findReportOwner, type ReportReading } from "./read-states.server.ts";
import { chooserFor, findClass, type FoundClass } from "../find-report.server.ts";
import {
  FILTER_TITLES,
  filterIn,
  isIn,
  overviewUrl,
  sessionsUrl,
  type ClassOverview,
  type OverviewFilter,
  type OverviewReport,
} from "./overview.rules.ts";
import { readOnlyReason } from "../rights.rules.ts";
import { sourceOf, formatSources, storedSessions } from "../sessions/sessions.rules.ts";
import { signerOf } from "../sign/sign-report.server.ts";
import { returnedOf, signatureOf } from "../sign/signature-words.rules.ts";

/**
 * Loads every report of a class with its state, for everybody who may see the class: the form teacher finds incomplete
 * reports, and the principal looks through the reports before signing them together. The query `show` filters. @throws
 * notFound
 */
export async function loadClassOverview(
  person: Person,
  key: ClassKey,
  query: URLSearchParams,
): Promise<ClassOverview> {
  const found = await findClass(person, key, noTransaction);
  const filter = filterIn(query.get("show"));
  const [states, head] = await Promise.all([readStates(found, null, noTransaction), headOf(person, found)]);
  const reports = states.map((state) => overviewReport(state, found));
  const shown = reports.filter((report) => isIn(filter, report));
  const signable = (some: readonly OverviewReport[]) => some.filter(({ seen }) => seen !== null).length;
  return {
    ...head,
    askUrl: overviewUrl(key, { filter, signs: true }),
    filter,
    cardsUrl: holds(person, "reports.print") ? overviewUrl(key, { filter, cards: true }) : null,
    counts: reportCounts(reports),
    sessions: sessionsOf(states, found),
    filters: filtersOf(key, reports),
    reports: shown,
    signable: { shown: signable(shown), hidden: signable(reports) - signable(shown) },
  };
}

/** Loads the frame of the question before signing: the class, and the address to return to. @throws notFound */
export async function loadSignAll(person: Person, key: ClassKey, query: URLSearchParams) {
  const { heading } = await findClass(person, key, noTransaction);
  return {
    closeTo: overviewUrl(key, { filter: filterIn(query.get("show")) }),
    classLabel: heading.class_label,
  };
}

function sessionsOf(states: readonly ReportReading[], { key, heading, role, lock }: FoundClass) {
  const { total_sessions: termSessions, time_zone: timeZone } = heading;
  const sources = states.map(({ record }) => sourceOf(storedSessions(record), { termSessions, timeZone }));
  const isWritten = lock === "open" && role.writes;
  return { words: formatSources(sources), url: isWritten ? sessionsUrl(key) : null };
}

async function headOf(person: Person, found: FoundClass) {
  const { key, heading } = found;
  const canSign = isOpenToSign(found);
  return {
    key,
    url: overviewUrl(key),
    reportsUrl: classUrl(key),
    classLabel: heading.class_label,
    teachers: joinNames(heading.teachers),
    period: periodLabel(heading.academic_year_id, heading.term),
    chooserUrl: await chooserFor(person, found),
    canSign,
    readOnlyReason: reasonOf(found),
    signs: canSign ? await signerOf(person, heading.time_zone) : null,
  };
}

function isOpenToSign({ role, lock }: FoundClass): boolean {
  return isWritable(lock) && role.signs;
}

/** A person who signs is also told that signing is over. */
function reasonOf({ heading, role, lock, dates }: FoundClass): string | null {
  const { academic_year_id: academicYearId, term } = heading;
  if (lock === "past-term" && role.signs)
    return `${periodLabel(academicYearId, term)} is over. You can read and print its reports, but you cannot change or sign them.`;
  return readOnlyReason({ lock, dates, academicYearId, term, teachers: joinNames(heading.teachers) });
}

function filtersOf(key: ClassKey, reports: readonly OverviewReport[]): ClassOverview["filters"] {
  return (Object.keys(FILTER_TITLES) as OverviewFilter[]).map((filter) => ({
    filter,
    count: reports.filter((report) => isIn(filter, report)).length,
    url: overviewUrl(key, { filter }),
  }));
}

function overviewReport(report: ReportReading, found: FoundClass): OverviewReport {
  const { heading } = found;
  const { record, subjects, missing, state } = report;
  const { key, name, picture } = findReportOwner(report, found);
  return {
    key,
    name,
    picture,
    average: reportAverage(subjects),
    comment: record.teacher_comment || null,
    principalComment: record.principal_comment || null,
    state,
    missing,
    signedOn: signatureOf(record, heading.time_zone)?.on ?? null,
    returned: returnedOf(record, heading.time_zone),
    seen: isOpenToSign(found) && isToSign(report) ? record.fingerprint : null,
  };
}
