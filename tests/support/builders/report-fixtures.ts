import { blankValues } from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { MarkColumns, Report, SubjectRow } from "#features/term-reports/report/report.ts";
import type { Values } from "#fields/value.ts";

export function columns(given: Partial<MarkColumns>): MarkColumns {
  return { fortnightly: false, course: "Mid Term", exam: "End of Term", workRatings: false, ...given };
}

export function subject(given: Partial<SubjectRow> = {}): SubjectRow {
  return {
    subject_id: 1,
    title: "Mathematics",
    teacher: "C. Pierre",
    max_mark: 100,
    mark: 84,
    percentage: 84,
    grade: "B",
    course_mark: 78,
    course_max_mark: 100,
    course_attendance: 1,
    exam_mark: 84,
    exam_max_mark: 100,
    exam_attendance: 1,
    mark1: null,
    max_mark1: null,
    attendance1: null,
    mark2: null,
    max_mark2: null,
    attendance2: null,
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
  values?: Values;
  row?: Partial<Report["row"]>;
};

/** The third-term report of Amara Lezama as its page is given it; nobody may write in it unless `editable` says so. */
export function reportOf({ editable = [], values = {}, row = {}, ...given }: GivenReport = {}): Report {
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
    links: {
      prev: "/app/term-reports/4/202520263/16",
      next: "/app/term-reports/4/202520263/18",
      nextClass: null,
      chooser: null,
      search: `${url}/search`,
      card: `${url}/card`,
      sign: null,
      sendBack: null,
      signAll: "/app/term-reports/4/202520263/sign-all",
    },
    can: {
      record: false,
      ratings: false,
      teacherComment: false,
      principalComment: false,
      sign: false,
      sendBack: false,
      resubmit: false,
      adminMarks: false,
    },
    readOnlyReason: null,
    rules: { editable, term: 3, termSessions: 122, promotedTo: ["Std 5"], repeating: ["Std 4"] },
    row: { row: "17", version: 5, values: { ...blankValues(TERM_RECORD), ...values }, ...row },
    receipt: { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 },
    marks: { columns: columns({}), subjects: [subject()], average: "84.0%" },
    missing: [],
    signature: null,
    returned: null,
    posted: null,
    progress: { nextToSign: null, incomplete: null },
    timeZone: "America/Port_of_Spain",
    ...given,
  };
}
