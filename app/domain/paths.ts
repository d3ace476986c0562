import { FORTNIGHTLY_TEST_ID, isTestId, type TestId } from "./terms.ts";

/** The addresses of pages that other pages link to. `app/routes.ts` and `app/api` serve them. */
export const PATHS = {
  firstRun: "/first-run",
  mainMenu: "/app",
  markSheets: "/app/mark-sheet",
  termReports: "/app/term-reports",
  reports: "/app/reports",
  annualReturn: "/app/reports/annual-return",
  lateBoard: "/app/late-board",
  attendanceRegister: "/app/attendance-register",
  attendanceSummary: "/app/attendance-summary",
  overview: "/app/overview",
  commentBank: "/app/comment-bank",
  securityEvents: "/app/security-events",
  api: "/app/api",
  accessTokens: "/app/access-tokens",
  employees: "/app/employees",
  students: "/app/students",
  selection: "/app/students/selection",
  studentPictures: "/app/students/pictures",
  duplicates: "/app/students/duplicates",
  importEmployees: "/app/employees/import",
  exportEmployees: "/app/employees/export",
  importStudents: "/app/students/import",
  exportStudents: "/app/students/export",
  resetPassword: "/app/reset-password",
  subjects: "/app/subjects",
  marksArchive: "/app/marks-archive",
  batches: "/app/reports/batches",
  newBatch: "/app/reports/batches/new",
  settings: "/app/settings",
  currentTerm: "/app/settings/current-term",
  rollover: "/app/settings/turn",
  schoolHolidays: "/app/settings/school-holidays",
  attendanceReasons: "/app/settings/attendance-reasons",
  formClasses: "/app/settings/form-classes",
  schoolSubjects: "/app/settings/subjects",
  postReports: "/app/settings/post-reports",
  reportCard: "/app/settings/report-card",
  reportCardPreview: "/app/settings/report-card/preview",
  assessments: "/app/settings/assessments",
  entryWindows: "/app/settings/entry-windows",
  pastTerms: "/app/settings/past-terms",
  nextYear: "/app/settings/next-year",
  schoolImports: "/app/settings/import",
  health: "/app/settings/health",
  readinessBoard: "/app/readiness-board",
  profile: "/app/profile",
  password: "/app/password",
  signature: "/app/profile/signature",
  unsent: "/app/unsent",
  unsentNames: "/app/unsent/names",
  sessionState: "/app/session-state",
  signInAgain: "/app/sign-in-again",
  signOut: "/app/sign-out",
} as const;

/**
 * A header of all our responses. A response without this header comes from elsewhere, such as the sign-in page of a
 * hotel's network.
 */
export const OWN_RESPONSE_HEADER = "X-Termbook";

/** A test of a lesson. `fortnightlyTestId` is set only when `testId` is 3. */
export type LessonTestKey = { testId: TestId; fortnightlyTestId: number | null };

export type MarkSheetKey = LessonTestKey & { lessonId: number; academicTermId: number };

/** Identifies a class in one term of its school year. */
export type ClassKey = { classId: number; academicTermId: number };

/** Identifies a test of the term, which all subjects of a class have. */
export type ClassTestKey = ClassKey & { testId: TestId };

export type ReportKey = ClassKey & { studentKey: number };

export type RegisterKey = { classId: number; day: string; session: number };

export type UrlQuery = Readonly<Record<string, string | number | null>>;

/** Returns the URL of the late-marks board. The board parses the parameters in late-board/board-address.rules.ts. */
export function lateBoardUrl(params: UrlQuery): string {
  return withQuery(PATHS.lateBoard, params);
}

/** Returns the address that undoes a change. */
export function undoUrl(changeId: number): string {
  return `/app/undo/${changeId}`;
}

/** Adds query parameters to a path, leaving out parameters that are null. */
export function withQuery(path: string, query: UrlQuery): string {
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeParam(String(value))}`],
  );
  return said.length === 0 ? path : `${path}?${said.join("&")}`;
}

/** Encodes text as `URLSearchParams` does. A fast path serves numbers and dates: a page has hundreds of them. */
function encodeParam(text: string): string {
  return /^[\w.*-]*$/.test(text) ? text : new URLSearchParams([["", text]]).toString().slice(1);
}

/** Returns the URL of the page on which people choose one of a teacher's lessons. */
export function chooseLessonUrl(employeeId: number): string {
  return `${PATHS.markSheets}/teachers/${employeeId}`;
}

/** Returns the URL of the page on which people choose a test of a lesson. */
export function chooseTestUrl({
  lessonId,
  academicTermId: term,
}: Omit<MarkSheetKey, keyof LessonTestKey>): string {
  return withQuery(`${PATHS.markSheets}/${lessonId}`, { term });
}

export function markSheetUrl(sheet: MarkSheetKey): string {
  return `${PATHS.markSheets}/${sheet.lessonId}/${sheet.academicTermId}/${formatTestParam(sheet)}`;
}

/** Returns the URL of the page for uploading the mark sheets of all subjects of a class. */
export function classMarksUrl({ classId, academicTermId, testId }: ClassTestKey): string {
  return `/app/class-marks/${classId}/${academicTermId}/${testId}`;
}

/** Formats a mark sheet's test for its URL: `1`, `2`, or `3-45` for fortnightly test 45. */
export function formatTestParam({ testId, fortnightlyTestId }: LessonTestKey): string {
  return fortnightlyTestId === null ? String(testId) : `${testId}-${fortnightlyTestId}`;
}

/** The URL parameter that stands for the last past term. */
export const PAST_TERMS_PARAM = "past";

export function chooseReportsUrl(academicTermId: number | typeof PAST_TERMS_PARAM): string {
  return withQuery(PATHS.termReports, { term: academicTermId });
}

/** Returns the URL of a class's reports, which shows the first report. */
export function classReportsUrl({ classId, academicTermId }: ClassKey): string {
  return `${PATHS.termReports}/${classId}/${academicTermId}`;
}

export function reportUrl(key: ReportKey): string {
  return `${classReportsUrl(key)}/${key.studentKey}`;
}

export function signAllReportsUrl(key: ClassKey): string {
  return `${classReportsUrl(key)}/sign-all`;
}

export function registerUrl({ classId, day, session }: RegisterKey): string {
  return `${PATHS.attendanceRegister}/${classId}/${day}/${session}`;
}

/** Returns the URL of a student's picture, or null if the student has none. Lists use the small size. */
export function studentPictureUrl(picture: string | null, size: "small" | "large"): string | null {
  return picture && withQuery(`/img/students/${picture}`, { size: size === "small" ? size : null });
}

type ClassPictures = { classId: number; academicTermId: number; digest: string };

/** Returns a picture's address in the file of a class's pictures: after `#`, its place and the number of pictures. */
export function classPictureUrl(
  { classId, academicTermId, digest }: ClassPictures,
  place: { index: number; count: number },
): string {
  return `/img/classes/${classId}/${academicTermId}/${digest}#${place.index}/${place.count}`;
}

export function employeePictureUrl(picture: string | null): string | null {
  return picture && withQuery(`/img/employees/${picture}`, { size: "small" });
}

export function signatureUrl(picture: string | null): string | null {
  return picture && `/img/signatures/${picture}`;
}

export function markSheetDocumentUrl({
  lessonId,
  academicTermId,
  testId,
  fortnightlyTestId,
}: MarkSheetKey): string {
  const input = { lesson_id: lessonId, academic_term_id: academicTermId, test: testId };
  const fortnightly = fortnightlyTestId === null ? "" : `&forthnightlyTestId=${fortnightlyTestId}`;
  return withQuery("/api/mark-sheet", input) + fortnightly;
}

const ID = /^[1-9]\d{0,8}$/;
const TEST = /^([123])(?:-([1-9]\d{0,8}))?$/;

/** Parses an id from a URL. Returns null for a text that is not a positive whole number in range. */
export function parseId(text: string | null | undefined): number | null {
  return text && ID.test(text) ? Number(text) : null;
}

type Params = Readonly<Record<string, string | undefined>>;

/** Parses the key of a mark sheet from URL parameters. Returns null if they are invalid. */
export function parseMarkSheetKey({ lessonId: lesson, termId: term, test }: Params): MarkSheetKey | null {
  const [lessonId, academicTermId, named] = [parseId(lesson), parseId(term), testIn(test ?? "")];
  return lessonId && academicTermId && named ? { lessonId, academicTermId, ...named } : null;
}

function testIn(text: string): LessonTestKey | null {
  const [, test, fortnightly] = TEST.exec(text) ?? [];
  const [testId, fortnightlyTestId] = [Number(test), parseId(fortnightly)];
  if (!isTestId(testId) || (testId === FORTNIGHTLY_TEST_ID) !== (fortnightlyTestId !== null)) return null;
  return { testId, fortnightlyTestId };
}

/** Parses the key of a class's reports from URL parameters. Returns null if they are invalid. */
export function parseClassKey({ classId: held, termId: term }: Params): ClassKey | null {
  const [classId, academicTermId] = [parseId(held), parseId(term)];
  return classId && academicTermId ? { classId, academicTermId } : null;
}

/** Parses the key of a class's test from URL parameters. Returns null if they are invalid. */
export function parseClassTestKey({ test, ...params }: Params): ClassTestKey | null {
  const [key, named] = [parseClassKey(params), testIn(test ?? "")];
  return key && named?.fortnightlyTestId === null ? { ...key, testId: named.testId } : null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the key of a register from URL parameters. Returns null if they are invalid. */
export function parseRegisterKey({ classId: held, day, session: which }: Params): RegisterKey | null {
  const [classId, session] = [parseId(held), parseId(which)];
  return classId && session && isCalendarDay(day) ? { classId, day, session } : null;
}

/**
 * The earliest day that JavaScript and the database both accept: JavaScript has a year 0, but PostgreSQL does not.
 */
const FIRST_DAY = "0001-01-01";

/** Tells whether a text is an existing calendar day such as `2026-06-26`. */
export function isCalendarDay(text: string | null | undefined): text is string {
  if (!text || !DAY.test(text) || text < FIRST_DAY || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}

const OWN_ORIGIN = "http://here.invalid";

/**
 * Tells whether a path from outside, such as a redirect target, stays on our site. `//elsewhere`, `/\elsewhere` and
 * `/app/../..//elsewhere` look like our paths but lead to another site.
 */
export function isOwnPage(path: string): boolean {
  if (!path.startsWith("/") || !URL.canParse(path, OWN_ORIGIN)) return false;
  const { origin, pathname, search } = new URL(path, OWN_ORIGIN);
  return origin === OWN_ORIGIN && pathname + search === path && /^\/app(\/|$)/.test(pathname);
}
