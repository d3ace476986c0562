import { hasPermission } from "#access/permissions.ts";
import { listVisibleClassPictures } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { canRestoreValues } from "#domain/lock.ts";
import { joinTeacherNames } from "#domain/names.ts";
import { classReportsUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isReadyToSign, countReports } from "#domain/report-state.ts";
import { calculateReportAverage } from "#domain/subject-results.ts";
import { periodLabel } from "#domain/terms.ts";
import { createPictureAddresses, type FindPictureAddress } from "#files/class-pictures.server.ts";
import { readReportStates, findReportOwner, type ReportWithState } from "./read-states.server.ts";
import { findChooserUrl, findReportClass, type ReportClass } from "../find-report.server.ts";
import {
  REPORT_FILTER_TITLES,
  parseOverviewFilter,
  isReportInFilter,
  classOverviewUrl,
  sessionsDialogUrl,
  type ClassOverview,
  type OverviewFilter,
  type OverviewReport,
} from "./overview.rules.ts";
import { classCommentsUrl } from "../class-comments/proposals.rules.ts";
import { describeReadOnlyReason } from "../rights.rules.ts";
import { findSessionsSource, formatSessionsSources, toStoredSessions } from "../sessions/sessions.rules.ts";
import { previewSignature } from "../sign/sign-report.server.ts";
import { toReturnedReport, toReportSignature } from "../sign/signature-words.rules.ts";

/**
 * Loads every report of a class with its state, filtered by the query parameter `show`. The form teacher uses the
 * overview to find incomplete reports; the principal uses it to look through the reports before signing them together.
 * @throws notFound
 */
export async function loadClassOverview(
  person: Person,
  key: ClassKey,
  query: URLSearchParams,
): Promise<ClassOverview> {
  const found = await findReportClass(person, key, noTransaction);
  const filter = parseOverviewFilter(query.get("show"));
  const [states, head, pictures] = await Promise.all([
    readReportStates(found, null, noTransaction),
    headOf(person, found),
    listVisibleClassPictures(person, key, noTransaction),
  ]);
  const pictureOf = createPictureAddresses(key, pictures);
  const reports = states.map((state) => overviewReport(state, { found, pictureOf }));
  const shown = reports.filter((report) => isReportInFilter(filter, report));
  const signable = (some: readonly OverviewReport[]) => some.filter(({ seen }) => seen !== null).length;
  return {
    ...head,
    askUrl: classOverviewUrl(key, { filter, signs: true }),
    filter,
    cardsUrl: hasPermission(person, "reports.print") ? classOverviewUrl(key, { filter, cards: true }) : null,
    counts: countReports(reports),
    sessions: sessionsOf(states, found),
    filters: filtersOf(key, reports),
    reports: shown,
    signable: { shown: signable(shown), hidden: signable(reports) - signable(shown) },
  };
}

/**
 * Loads the confirmation before signing, with the class and the URL to return to.
 * @throws notFound
 */
export async function loadSignAllConfirmation(person: Person, key: ClassKey, query: URLSearchParams) {
  const { heading } = await findReportClass(person, key, noTransaction);
  return {
    closeTo: classOverviewUrl(key, { filter: parseOverviewFilter(query.get("show")) }),
    classLabel: heading.class_label,
  };
}

function sessionsOf(states: readonly ReportWithState[], { key, heading, role, lock }: ReportClass) {
  const { total_sessions: termSessions, time_zone: timeZone } = heading;
  const sources = states.map(({ record }) =>
    findSessionsSource(toStoredSessions(record), { termSessions, timeZone }),
  );
  const isWritten = lock === "open" && role.writes;
  return { words: formatSessionsSources(sources), url: isWritten ? sessionsDialogUrl(key) : null };
}

async function headOf(person: Person, found: ReportClass) {
  const { key, heading } = found;
  const canSign = isOpenToSign(found);
  return {
    key,
    url: classOverviewUrl(key),
    reportsUrl: classReportsUrl(key),
    classLabel: heading.class_label,
    teachers: joinTeacherNames(heading.teachers),
    period: periodLabel(heading.academic_year_id, heading.term),
    chooserUrl: await findChooserUrl(person, found),
    commentsUrl: found.lock === "open" ? classCommentsUrl(key) : null,
    canSign,
    readOnlyReason: reasonOf(found),
    signs: canSign ? await previewSignature(person, heading.time_zone) : null,
  };
}

function isOpenToSign({ role, lock }: ReportClass): boolean {
  return canRestoreValues(lock) && role.signs;
}

/** Returns why nothing can be written or, for a person who signs, why nothing can be signed. */
function reasonOf({ heading, role, lock, dates }: ReportClass): string | null {
  const { academic_year_id: academicYearId, term } = heading;
  if (lock === "past-term" && role.signs)
    return `${periodLabel(academicYearId, term)} is over. You can read and print its reports, but you cannot change or sign them.`;
  return describeReadOnlyReason({
    lock,
    dates,
    academicYearId,
    term,
    teachers: joinTeacherNames(heading.teachers),
  });
}

function filtersOf(key: ClassKey, reports: readonly OverviewReport[]): ClassOverview["filters"] {
  return (Object.keys(REPORT_FILTER_TITLES) as OverviewFilter[]).map((filter) => ({
    filter,
    count: reports.filter((report) => isReportInFilter(filter, report)).length,
    url: classOverviewUrl(key, { filter }),
  }));
}

function overviewReport(
  report: ReportWithState,
  { found, pictureOf }: { found: ReportClass; pictureOf: FindPictureAddress },
): OverviewReport {
  const { heading } = found;
  const { record, subjects, missing, state } = report;
  const { key, name } = findReportOwner(report, found);
  return {
    key,
    name,
    picture: pictureOf(key),
    average: calculateReportAverage(subjects),
    comment: record.teacher_comment || null,
    principalComment: record.principal_comment || null,
    state,
    missing,
    signedOn: toReportSignature(record, heading.time_zone)?.on ?? null,
    returned: toReturnedReport(record, heading.time_zone),
    seen: isOpenToSign(found) && isReadyToSign(report) ? record.fingerprint : null,
  };
}
