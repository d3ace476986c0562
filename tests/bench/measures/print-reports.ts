import { PATHS } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { PRINT_REPORTS_MS, PRINT_REPORTS_VISIT } from "../budgets.ts";
import type { Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { needOf } from "./first-need.ts";
import { manyStudents, timesOf } from "./student-list.ts";

const STUDENTS = 1_200;

/** Measures the page Print/View Reports with all classes of a school of 1,200, and a search for a student. */
export async function measurePrintReports(subject: Subject): Promise<Figure[]> {
  await queryDatabase(subject.ownerUrl, manyStudents(STUDENTS));
  await queryDatabase(subject.ownerUrl, "vacuum analyze");
  const { origin, clerkCookie: cookie } = subject;
  const path = `${PATHS.reports}/class-list`;
  const need = { name: "print/view reports of 1,200", path, cookie, targets: PRINT_REPORTS_VISIT };
  const timed = { cookie, target: PRINT_REPORTS_MS };
  const words = "print/view reports of 1,200";
  return [
    ...(await needOf(origin, need)),
    ...(await timesOf(subject, { ...timed, path, words: `${words}, server time, p50` })),
    ...(await timesOf(subject, {
      ...timed,
      path: `${PATHS.reports}/registration-forms?search=ali`,
      words: `${words}, search of a student, server time, p50`,
    })),
  ];
}
