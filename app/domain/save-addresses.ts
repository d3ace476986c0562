import { FORTNIGHTLY, isTestId } from "./terms.ts";
import type { TestId } from "./terms.ts";

/** The sheet that rows are sent to, told from the address alone: a device keeps addresses and ids, no names. */
export type NamedAddress =
  | {
      kind: "marks";
      lessonId: number;
      academicTermId: number;
      testId: TestId;
      fortnightlyTestId: number | null;
    }
  | { kind: "report"; classId: number; academicTermId: number; studentKey: number };

const ID = "([1-9]\\d{0,8})";
const MARKS = new RegExp(`^/app/mark-sheet/${ID}/${ID}/([123])(?:-${ID})?/save$`);
const REPORT = new RegExp(`^/app/term-reports/${ID}/${ID}/${ID}/save$`);

/** @returns null for an address of no sheet */
export function namedAddress(address: string): NamedAddress | null {
  return marksOf(address) ?? reportOf(address);
}

/** Where the sheet itself is. */
export function pageOfAddress(address: string): string {
  return address.replace(/\/save$/, "");
}

/** '3 marks', '1 report', '3 marks and 1 report': what so many rows are, by the addresses of their sheets. */
export function itemWords(addresses: readonly string[]): string {
  const reports = addresses.filter((address) => reportOf(address) !== null).length;
  const marks = addresses.length - reports;
  const parts = [counted(marks, "mark"), counted(reports, "report")];
  return parts.filter(Boolean).join(" and ");
}

function marksOf(address: string): NamedAddress | null {
  const [, lesson, term, test, fortnightly] = MARKS.exec(address) ?? [];
  const testId = Number(test);
  const fortnightlyTestId = fortnightly === undefined ? null : Number(fortnightly);
  if (!isTestId(testId) || (testId === FORTNIGHTLY) !== (fortnightlyTestId !== null)) return null;
  return {
    kind: "marks",
    lessonId: Number(lesson),
    academicTermId: Number(term),
    testId,
    fortnightlyTestId,
  };
}

function reportOf(address: string): NamedAddress | null {
  const [, classId, term, student] = REPORT.exec(address) ?? [];
  if (!classId) return null;
  return {
    kind: "report",
    classId: Number(classId),
    academicTermId: Number(term),
    studentKey: Number(student),
  };
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
