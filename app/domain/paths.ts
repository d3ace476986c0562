import { FORTNIGHTLY, isTestId, type TestId } from "./terms.ts";

/** The addresses that one screen leads to from another; `app/routes.ts` and `app/api` answer them. */
export const PATHS = {
  mainMenu: "/app",
  markSheets: "/app/mark-sheet",
  termReports: "/app/term-reports",
  lateBoard: "/app/late-board",
  commentBank: "/app/comment-bank",
  profile: "/app/profile",
  signature: "/app/profile/signature",
  unsent: "/app/unsent",
  unsentNames: "/app/unsent/names",
  sessionState: "/app/session-state",
  signInAgain: "/app/sign-in-again",
  signOut: "/app/sign-out",
} as const;

/** A test of a lesson; the fortnightly test only where `testId` is 3. */
export type Test = { testId: TestId; fortnightlyTestId: number | null };

/** Which sheet: a lesson, a term of its class's year, a test. */
export type SheetKey = Test & { lessonId: number; academicTermId: number };

/** Whose reports: a class in a term of its year. */
export type ClassKey = { classId: number; academicTermId: number };

/** Which report: that of a student of the class in that term. */
export type ReportKey = ClassKey & { studentKey: number };

type Query = Readonly<Record<string, string | number | null>>;

/** A path with what is asked there; null is not said. */
export function withQuery(path: string, query: Query): string {
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`;
}

/** Where a lesson of a teacher is chosen. */
export function teacherUrl(employeeId: number): string {
  return `${PATHS.markSheets}/teachers/${employeeId}`;
}

/** Where a test of the lesson is chosen. */
export function lessonUrl({
  lessonId,
  academicTermId,
}: Pick<SheetKey, "lessonId" | "academicTermId">): string {
  return withQuery(`${PATHS.markSheets}/${lessonId}`, { term: academicTermId });
}

export function sheetUrl(sheet: SheetKey): string {
  return `${PATHS.markSheets}/${sheet.lessonId}/${sheet.academicTermId}/${testInUrl(sheet)}`;
}

/** A sheet's test as its URL names it: `1`, `2`, or `3-45` for the fortnightly test 45. */
export function testInUrl({ testId, fortnightlyTestId }: Test): string {
  return fortnightlyTestId === null ? String(testId) : `${testId}-${fortnightlyTestId}`;
}

/** Where a class is chosen. */
export function chooserUrl(academicTermId: number): string {
  return withQuery(PATHS.termReports, { term: academicTermId });
}

/** Leads to the class's first report. */
export function classUrl({ classId, academicTermId }: ClassKey): string {
  return `${PATHS.termReports}/${classId}/${academicTermId}`;
}

export function reportUrl(key: ReportKey): string {
  return `${classUrl(key)}/${key.studentKey}`;
}

export function signAllUrl(key: ClassKey): string {
  return `${classUrl(key)}/sign-all`;
}

/** @returns null where there is no picture; small ones stand in lists */
export function studentPictureUrl(picture: string | null, size: "small" | "large"): string | null {
  return picture && withQuery(`/img/students/${picture}`, { size: size === "small" ? size : null });
}

export function signatureUrl(picture: string | null): string | null {
  return picture && `/img/signatures/${picture}`;
}

/** The sheet as a document. */
export function markSheetDocument({ lessonId, academicTermId, testId, fortnightlyTestId }: SheetKey): string {
  const asked = { lesson_id: lessonId, academic_term_id: academicTermId, test: testId };
  const fortnightly = fortnightlyTestId === null ? "" : `&forthnightlyTestId=${fortnightlyTestId}`;
  return withQuery("/api/mark-sheet", asked) + fortnightly;
}

/** Report cards as a document: of a form class, the class of one teacher, or one student by the public id. */
export function reportCardDocument(cards: Query): string {
  return withQuery("/api/report-card", cards);
}

const ID = /^[1-9]\d{0,8}$/;
const TEST = /^([123])(?:-([1-9]\d{0,8}))?$/;
const SAVING = /^\/app\/(mark-sheet|term-reports)\/([^/?]+)\/([^/?]+)\/([^/?]+)\/save$/;

/** An id as it stands in a URL, or null. */
export function idOf(text: string | null | undefined): number | null {
  return text && ID.test(text) ? Number(text) : null;
}

type Params = Readonly<Record<string, string | undefined>>;

/** The sheet that a URL names, or null when it can be no sheet's. */
export function sheetKeyIn({ lessonId: lesson, termId: term, test }: Params): SheetKey | null {
  const [lessonId, academicTermId, named] = [idOf(lesson), idOf(term), testIn(test ?? "")];
  return lessonId && academicTermId && named ? { lessonId, academicTermId, ...named } : null;
}

function testIn(text: string): Test | null {
  const [, test, fortnightly] = TEST.exec(text) ?? [];
  const [testId, fortnightlyTestId] = [Number(test), idOf(fortnightly)];
  if (!isTestId(testId) || (testId === FORTNIGHTLY) !== (fortnightlyTestId !== null)) return null;
  return { testId, fortnightlyTestId };
}

/** The class whose reports a URL names, or null. */
export function classKeyIn({ classId: held, termId: term }: Params): ClassKey | null {
  const [classId, academicTermId] = [idOf(held), idOf(term)];
  return classId && academicTermId ? { classId, academicTermId } : null;
}

/** What rows are sent to, told from the address alone: a device keeps addresses and ids, no names. */
export type SavedTarget = ({ kind: "marks" } & SheetKey) | ({ kind: "report" } & ReportKey);

/** @returns null for an address that saves nothing */
export function savedTarget(address: string): SavedTarget | null {
  const [, screen, first, termId, last] = SAVING.exec(address) ?? [];
  if (screen === "mark-sheet") {
    const sheet = sheetKeyIn({ lessonId: first, termId, test: last });
    return sheet && { kind: "marks", ...sheet };
  }
  const [held, studentKey] = [classKeyIn({ classId: first, termId }), idOf(last)];
  return held && studentKey ? { kind: "report", ...held, studentKey } : null;
}

/** Where the sheet or report itself is. */
export function pageOfAddress(address: string): string {
  return address.replace(/\/save$/, "");
}

/** '3 marks', '1 report', '3 marks and 1 report': what so many rows are, by the addresses that they are sent to. */
export function itemWords(addresses: readonly string[]): string {
  const reports = addresses.filter((address) => savedTarget(address)?.kind === "report").length;
  const parts = [counted(addresses.length - reports, "mark"), counted(reports, "report")];
  return parts.filter(Boolean).join(" and ");
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
