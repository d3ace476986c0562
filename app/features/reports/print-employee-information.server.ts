import { noTransaction } from "#db/index.ts";
import { listTimetableSummaries, type TimetableSummary } from "#db/queries/people/employee-list.ts";
import { listEmployeeInformation, type EmployeeInformationRow } from "#db/queries/people/employee-lists.ts";
import { getCurrentTerm, getSchool } from "#db/queries/school.ts";
import { toCalendarDay, formatDate, countWholeYears } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { GENDERS, getPostRank } from "#domain/people/employees.ts";
import { findHighestQualification } from "#domain/people/qualifications.ts";
import type { Person } from "#domain/person.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { formatPrintedPhone } from "#domain/text/phone.ts";
import { formatYear } from "#domain/terms.ts";
import { getLocalPath } from "#files/store.server.ts";
import { now } from "#runtime/clock.ts";
import type { FormatOf, DocumentData } from "#templates/index.ts";
import {
  toLetterhead,
  printDocument,
  getPrintTime,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "./document.server.ts";
import { formatFullName } from "./report-card-words.rules.ts";

const TITLE = "Employee information";
const NO_POST = "Post not recorded";

/** Prints the staff list, followed by each employee's stored data to check and sign. */
export async function printEmployeeInformation(
  person: Person,
  { format, signal }: PrintFormatAndSignal<FormatOf<"employee-information">>,
): Promise<PrintedDocument> {
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
  const printed = getPrintTime(school);
  const about = { today, year, printedOn: printed.on, pathOf: getLocalPath };
  const data = {
    school: toLetterhead(school),
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

/** Sorts employees by the rank of their post. Those with the same post stay in order of name. */
function byPost(rows: readonly EmployeeInformationRow[]) {
  const posts = [...new Set(rows.map(({ post }) => post))].sort(
    (one, other) => getPostRank(one) - getPostRank(other),
  );
  return posts.map((post) => ({
    title: post ?? NO_POST,
    employees: rows.filter((row) => row.post === post),
  }));
}

/** Returns text such as `23 employees, 16 women and 7 men`, which also counts employees whose sex is not recorded. */
function staffWords(rows: readonly EmployeeInformationRow[]): string {
  const count = (gender: string | null) => rows.filter((row) => row.gender === gender).length;
  const neither = count(null) === 0 ? "" : `, ${count(null)} not recorded`;
  const women = `${count("F")} ${count("F") === 1 ? "woman" : "women"}`;
  const men = `${count("M")} ${count("M") === 1 ? "man" : "men"}`;
  return `${formatCountOf(rows.length, "employee")}, ${women} and ${men}${neither}`;
}

type Information = DocumentData["employee-information"];
type Listed = Information["posts"][number]["employees"][number];
type Record = Information["employees"][number];

/** The data for an employee's page. `today` is like `2026-04-13`, and `year` is like `2025–2026`. */
export type EmployeePageContext = {
  today: string;
  year: string;
  printedOn: string;
  taught: TimetableSummary | undefined;
  pathOf: (picture: string) => string;
};

/** The stages of a teacher's career in the public service, in order. */
const SERVICE = [
  { day: "entry_date_public_service", what: () => "Entered the public service", as: "" },
  { day: "entry_date_teaching_service", what: () => "Entered the teaching service", as: "" },
  { day: "assumption_date_school", what: () => "Assumed duty at this school", as: "" },
  {
    day: "assumption_date_substantive",
    what: ({ post }: EmployeeInformationRow) => post,
    as: "substantive post",
  },
  { day: "assumption_date_acting", what: (row: EmployeeInformationRow) => row.acting_post, as: "acting" },
] as const;

function toEmployeeRecord(row: EmployeeInformationRow, taught: TimetableSummary | undefined): Listed {
  const { title, acting_post, assumption_date_acting: since } = row;
  const name = formatRegisterName({ ...row, first_name: [title, row.first_name].filter(Boolean).join(" ") });
  return {
    name,
    acting:
      acting_post === null
        ? ""
        : [`acting ${acting_post}`, since && `since ${formatDate(since)}`].filter(Boolean).join(" "),
    teacherNumber: row.teacher_number || null,
    class: classesOf(taught) || null,
    department: row.department || null,
    inPostSince: row.assumption_date_substantive,
    inTeachingSince: row.entry_date_teaching_service,
    atSchoolSince: row.assumption_date_school,
    qualification: findHighestQualification(row.qualifications)?.title ?? null,
  };
}

/** Builds the page of one employee, who checks and signs it. */
function employeeRecord(row: EmployeeInformationRow, about: EmployeePageContext): Record {
  const { employee_id, title, post, acting_post, picture, qualifications, documents } = row;
  const name = [title, formatFullName(row)].filter(Boolean).join(" ");
  return {
    name,
    post: [post, acting_post && `acting ${acting_post}`].filter(Boolean).join(", "),
    picture: picture && about.pathOf(picture),
    identifiers: [
      { label: "Employee ID", value: String(employee_id) },
      { label: "Teacher number", value: row.teacher_number ?? "" },
      { label: "IHRIS ID", value: row.ihris_id ?? "" },
      { label: "Status", value: row.status },
    ],
    personal: personalFacts(row, about.today),
    service: serviceLines(row, about.today),
    documents: documents.map(({ description, day }) => ({ title: description, day: formatDate(day) })),
    teachingTitle: `Teaching, ${about.year}`,
    teaching: [
      { label: "Class", value: classesOf(about.taught) },
      { label: "Department", value: row.department ?? "" },
      { label: "Subjects taught", value: about.taught?.subjects.join(", ") ?? "" },
    ].map(({ label, value }) => ({ label, value: value || "–" })),
    qualifications: qualifications.map((qualification) => ({
      title: qualification.title,
      detail: qualification.details ? qualification.value : "",
    })),
    foot: [name, `Employee ${employee_id}`, `printed ${about.printedOn}`],
  };
}

function personalFacts(row: EmployeeInformationRow, today: string): Record["personal"] {
  const { date_of_birth: born, gender, marital_status, email_moe } = row;
  const person = [
    { label: "Date of birth", value: born === null ? "" : formatDate(born), share: 1 },
    { label: "Age", value: born === null ? "" : String(countWholeYears(born, today)), share: 0.6 },
    { label: "Gender", value: gender === null ? "" : GENDERS[gender], share: 0.8 },
    { label: "Marital status", value: marital_status ?? "", share: 1 },
    { label: "Email (Ministry)", value: email_moe ?? "", share: 2.2 },
  ];
  const contact = [
    { label: "Mobile phone", value: formatPhone(row.phone_mobile), share: 1 },
    { label: "Home phone", value: formatPhone(row.phone_home), share: 1 },
    { label: "Home address", value: row.address_home, share: 3.6 },
  ];
  const nextOfKin = [
    { label: "Next of kin", value: row.kin_name, share: 2 },
    { label: "Relation", value: row.kin_relation, share: 1.6 },
    { label: "Phone of next of kin", value: formatPhone(row.kin_phone), share: 2 },
  ];
  return [person, contact, nextOfKin];
}

function formatPhone(number: string | null): string {
  return number === null ? "" : formatPrintedPhone(number);
}

function serviceLines(row: EmployeeInformationRow, today: string): Record["service"] {
  const stations = SERVICE.flatMap(({ day, what, as }) => {
    const [on, words] = [row[day], what(row)];
    return on === null || words === null ? [] : [{ on, words, as }];
  });
  return stations
    .sort((one, other) => (one.on < other.on ? -1 : 1))
    .map(({ on, words, as }) => ({
      day: formatDate(on),
      what: words,
      as,
      years: formatCountOf(countWholeYears(on, today), "year"),
    }));
}

function classesOf(taught: TimetableSummary | undefined): string {
  return (taught?.classes ?? [])
    .map(({ label, is_lead }) => (is_lead ? label : `${label} (co-teacher)`))
    .join(", ");
}
