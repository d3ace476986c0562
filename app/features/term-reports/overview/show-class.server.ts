import { holds } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { joinedNames } from "#domain/names.ts";
import { classUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isToSign, reportCounts } from "#domain/report-state.ts";
import { averageOf } from "#domain/subject-results.ts";
import { periodLabel } from "#domain/terms.ts";
import { readStates, whoseReport, type ReportReading } from "./read-states.server.ts";
import { chooserFor, findClass, type FoundClass } from "../find-report.server.ts";
import { overviewUrl } from "./overview-address.rules.ts";
import { FILTER_TITLES, filterIn, isIn } from "./overview.rules.ts";
import type { ClassOverview, OverviewFilter, OverviewReport } from "./overview.ts";
import { readOnlyReason } from "../rights.rules.ts";
import { signerOf } from "../sign/sign-report.server.ts";
import { returnedOf, signatureOf } from "../sign/signature-words.rules.ts";

/**
 * Every report of a class with its state, for all who may see the class: the form teacher finds who is not complete, who
 * signs looks through them before signing them together. `show` filters. @throws notFound
 */
export async function showClass(
  person: Person,
  key: ClassKey,
  query: URLSearchParams,
): Promise<ClassOverview> {
  const found = await findClass(person, key, noTransaction);
  const filter = filterIn(query.get("show"));
  const states = await readStates(found, null, noTransaction);
  const reports = states.map((state) => overviewReport(state, { found, person, filter }));
  const shown = reports.filter((report) => isIn(filter, report));
  const signable = (some: readonly OverviewReport[]) => some.filter(({ seen }) => seen !== null).length;
  return {
    ...(await headOf(person, found)),
    filter,
    cardsUrl: holds(person, "reports.print") ? overviewUrl(key, { filter, cards: true }) : null,
    counts: reportCounts(reports),
    filters: filtersOf(key, reports),
    reports: shown,
    signable: { shown: signable(shown), hidden: signable(reports) - signable(shown) },
  };
}

async function headOf(person: Person, found: FoundClass) {
  const { key, heading } = found;
  const canSign = isOpenToSign(found);
  return {
    url: overviewUrl(key),
    reportsUrl: classUrl(key),
    classLabel: heading.class_label,
    teachers: joinedNames(heading.teachers),
    period: periodLabel(heading.academic_year_id, heading.term),
    chooserUrl: await chooserFor(person, found),
    canSign,
    readOnlyReason: reasonOf(found),
    signs: canSign ? await signerOf(person, heading.time_zone) : null,
  };
}

function isOpenToSign({ role, lock }: FoundClass): boolean {
  return lock === "open" && role.signs;
}

/** Who signs is told that this is over too. */
function reasonOf({ heading, role, lock }: FoundClass): string | null {
  const { academic_year_id: academicYearId, term } = heading;
  if (lock === "past-term" && role.signs)
    return `${periodLabel(academicYearId, term)} is over: its reports can be read and printed, not changed or signed.`;
  return readOnlyReason({ lock, academicYearId, term, teachers: joinedNames(heading.teachers) });
}

function filtersOf(key: ClassKey, reports: readonly OverviewReport[]): ClassOverview["filters"] {
  return (Object.keys(FILTER_TITLES) as OverviewFilter[]).map((filter) => ({
    filter,
    count: reports.filter((report) => isIn(filter, report)).length,
    url: overviewUrl(key, { filter }),
  }));
}

type Asked = { found: FoundClass; person: Person; filter: OverviewFilter };

function overviewReport(report: ReportReading, { found, person, filter }: Asked): OverviewReport {
  const { key, heading } = found;
  const { record, subjects, missing, state } = report;
  return {
    ...whoseReport(report, found),
    cardUrl: holds(person, "reports.print")
      ? overviewUrl(key, { filter, cards: true, studentKey: record.student_key })
      : null,
    average: averageOf(subjects),
    comment: record.teacher_comment || null,
    principalComment: record.principal_comment || null,
    state,
    missing,
    signature: signatureOf(record, heading.time_zone),
    returned: returnedOf(record, heading.time_zone),
    seen: isOpenToSign(found) && isToSign(report) ? record.fingerprint : null,
  };
}
