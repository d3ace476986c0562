import { noTransaction } from "#db/index.ts";
import { listTimetableSummaries } from "#db/queries/people/employee-list.ts";
import {
  listEmployeeInformation,
  type EmployeeInformationRow,
} from "#db/queries/reports/employee-information.ts";
import { getCurrentTerm, getSchool } from "#db/queries/school.ts";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import { rankOfPost } from "#domain/people/posts.ts";
import type { Person } from "#domain/person.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { formatYear } from "#domain/terms.ts";
import { pathOf } from "#files/store.server.ts";
import { now } from "#runtime/clock.ts";
import type { FormatOf } from "#templates/index.ts";
import { letterheadOf, printDocument, printedNow, type Print, type Printed } from "./document.server.ts";
import { employeeRecord, toEmployeeRecord } from "./employee-record.server.ts";

const TITLE = "Employee information";
const NO_POST = "Post not recorded";

/** Prints the staff list, then the stored data of each employee to check and sign. */
export async function printEmployeeInformation(
  person: Person,
  { format, signal }: Print<FormatOf<"employee-information">>,
): Promise<Printed> {
  const [school, term, rows] = await Promise.all([
    getSchool(noTransaction),
    getCurrentTerm(noTransaction),
    listEmployeeInformation(noTransaction),
  ]);
  const academicYearId = term?.academic_year_id ?? null;
  const employeeIds = rows.map(({ employee_id }) => employee_id);
  const summaries = await listTimetableSummaries({ employeeIds, academicYearId }, noTransaction);
  const taught = new Map(summaries.map((summary) => [summary.employee_id, summary]));
  const today = toCalendarDay(now(), school.time_zone);
  const year = academicYearId === null ? "" : formatYear(academicYearId);
  const printed = printedNow(school);
  const about = { today, year, printedOn: printed.on, pathOf };
  const data = {
    school: letterheadOf(school),
    title: `${TITLE}, staff list`,
    printed,
    day: formatDate(today),
    period: formatDate(today),
    referenceDate: null,
    aside: "",
    counts: [],
    keys: [],
    about: staffWords(rows),
    notes: ["Grouped by substantive post. For school administration only."],
    posts: byPost(rows).map(({ title, employees }) => ({
      title,
      employees: employees.map((employee) => toEmployeeRecord(employee, taught.get(employee.employee_id))),
    })),
    employees: rows.map((row) => employeeRecord(row, { ...about, taught: taught.get(row.employee_id) })),
  };
  const order = { name: `${TITLE} ${today}`, person, signal, isLarge: true };
  return printDocument({ kind: "employee-information", format, data }, order);
}

/** Sorts posts by rank; the rows within a post stay in order of name. */
function byPost(rows: readonly EmployeeInformationRow[]) {
  const posts = [...new Set(rows.map(({ post }) => post))].sort(
    (one, other) => rankOfPost(one) - rankOfPost(other),
  );
  return posts.map((post) => ({
    title: post ?? NO_POST,
    employees: rows.filter((row) => row.post === post),
  }));
}

/** Describes the staff, such as `23 employees, 16 women and 7 men`, and counts employees whose sex is not recorded. */
function staffWords(rows: readonly EmployeeInformationRow[]): string {
  const count = (gender: string | null) => rows.filter((row) => row.gender === gender).length;
  const neither = count(null) === 0 ? "" : `, ${count(null)} not recorded`;
  const women = `${count("F")} ${count("F") === 1 ? "woman" : "women"}`;
  const men = `${count("M")} ${count("M") === 1 ? "man" : "men"}`;
  return `${formatCountOf(rows.length, "employee")}, ${women} and ${men}${neither}`;
}
