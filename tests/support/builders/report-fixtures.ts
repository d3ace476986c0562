import { createBlankValues } from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import type {
  MarkColumns,
  Report,
  ReportSubjectRow,
  ReportTestMark,
} from "#features/term-reports/report/report.ts";
import type { FieldValues } from "#fields/value.ts";

type Columns = { fortnightly?: boolean; course?: boolean; workRatings?: boolean };

/** Returns the columns of a report's marks. The default is the other assessment and the exam. */
export function reportColumns({
  fortnightly = false,
  course = true,
  workRatings = false,
}: Columns): MarkColumns {
  const ofWeeks = [
    { test: "first", title: "Test 1", wideOnly: true },
    { test: "second", title: "Test 2", wideOnly: true },
  ] as const;
  const tests = [
    ...(fortnightly ? ofWeeks : []),
    ...(course ? [{ test: "course", title: "Mid Term", wideOnly: false } as const] : []),
    { test: "exam", title: "End of Term", wideOnly: false } as const,
  ];
  return { tests, workRatings };
}

export function reportTestResult(given: Partial<ReportTestMark> = {}): ReportTestMark {
  return { mark: null, most: null, attendance: 1, ...given };
}

export function reportSubjectRow({
  tests = {},
  ...given
}: Partial<Omit<ReportSubjectRow, "tests">> & {
  tests?: Partial<ReportSubjectRow["tests"]>;
} = {}): ReportSubjectRow {
  const [course, exam] = [
    reportTestResult({ mark: 78, most: 100 }),
    reportTestResult({ mark: 84, most: 100 }),
  ];
  return {
    subject_id: 1,
    title: "Mathematics",
    teacher: "C. Pierre",
    max_mark: 100,
    mark: 84,
    percentage: 84,
    grade: "B",
    tests: { first: reportTestResult(), second: reportTestResult(), course, exam, ...tests },
    application: null,
    preparedness: null,
    criteria: null,
    isGraded: false,
    editUrl: null,
    ...given,
  };
}

type GivenReport = Partial<Omit<Report, "row" | "rules">> & {
  editable?: readonly string[];
  values?: FieldValues;
  row?: Partial<Report["row"]>;
};

/** Builds a third-term report as its page receives it. The report is read-only unless `editable` names fields. */
export function buildReport({ editable = [], values = {}, row = {}, ...given }: GivenReport = {}): Report {
  const url = "/app/term-reports/4/202520263/17";
  return {
    key: "4/202520263/17",
    url,
    saveUrl: `${url}/save`,
    accountId: 1,
    student: {
      key: 17,
      studentId: "SR-17",
      name: "Amara Lezama",
      firstName: "Amara",
      gender: "F",
      picture: null,
    },
    classLabel: "Std 4",
    teachers: "D. Ramkissoon",
    yearLabel: "2025-2026",
    term: 3,
    position: { place: 20, total: 35 },
    sessions: null,
    corrections: null,
    links: {
      prev: "/app/term-reports/4/202520263/16",
      next: "/app/term-reports/4/202520263/18",
      nextClass: null,
      chooser: null,
      search: `${url}/search`,
      card: `${url}/card`,
      sign: null,
      sendBack: null,
      takeBack: null,
      signAll: "/app/term-reports/4/202520263/sign-all",
      terms: "/app/term-reports?term=202520263",
    },
    can: {
      teacherComment: false,
      principalComment: false,
      sign: false,
      sendBack: false,
      takeBack: false,
      resubmit: false,
      adminMarks: false,
    },
    readOnlyReason: null,
    openUntil: null,
    hasConduct: false,
    rules: { editable, term: 3, termSessions: 122, promotedTo: ["Std 5"], repeating: ["Std 4"] },
    row: { row: "17", version: 5, values: { ...createBlankValues(TERM_RECORD_FIELDS), ...values }, ...row },
    receipt: { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 },
    marks: { columns: reportColumns({}), subjects: [reportSubjectRow()], average: "84.0%" },
    missing: [],
    signature: null,
    returned: null,
    posted: null,
    progress: { nextToSign: null, incomplete: null },
    timeZone: "America/Port_of_Spain",
    ...given,
  };
}
