import type { AnnualReturnEmployee } from "#db/queries/reports/annual-return.ts";
import { TOTAL_LINE } from "#domain/figures/figure-sheet.ts";
import { formatRegisterName } from "#domain/names.ts";
import { PATHS } from "#domain/paths.ts";
import { isTeachingPost, getPostRank } from "#domain/people/employees.ts";
import {
  DEGREE_LEVELS,
  QUALIFICATION_LEVELS,
  findQualificationLevel,
} from "#domain/people/qualifications.ts";
import {
  createAnnualReturnTheme,
  type PersonBehindFigure,
  type AnnualReturnTheme,
  type AnnualReturnColumn,
} from "./theme.rules.ts";

type Column = AnnualReturnColumn<AnnualReturnEmployee>;

const NO_POST = "no-post";
const TEACHING = "teaching";
const keyOf = ({ sex, level }: { sex: string; level: string }) => `${sex} ${level}`;

export function buildStaffTheme({ employees, year, today }: StaffThemeData): AnnualReturnTheme {
  const degrees = DEGREE_LEVELS.flatMap((level) => ["men", "women"].map((sex) => keyOf({ sex, level })));
  const teaching = (column: string) => ({ sheet: "staff", line: TEACHING, column });
  const rows = postRows(employees);
  return createAnnualReturnTheme<AnnualReturnEmployee>({
    id: "staff",
    name: "Staff",
    title: `Staff by post, qualification and sex, ${year}`,
    total: "School",
    about:
      `Active employees on ${today} by substantive post and highest qualification. ` +
      "PG: postgraduate degree; Dip.Ed.: with a Diploma in Education.",
    counted: employees,
    listed: toPersonFromEmployee,
    columns: staffColumns(),
    rowOf: ({ employee_post_id }) => String(employee_post_id ?? NO_POST),
    groups: [
      { key: TEACHING, title: "Teaching staff", rows: rows.filter(({ isTeaching }) => isTeaching) },
      { key: "other", title: "Other staff", rows: rows.filter(({ isTeaching }) => !isTeaching) },
    ],
    ratios: [
      {
        title: "Teaching staff with a degree",
        kind: "share",
        over: degrees.map(teaching),
        under: teaching("total"),
      },
      {
        title: "Students per teacher",
        kind: "mean",
        under: teaching("total"),
        over: [{ sheet: "enrolment", line: TOTAL_LINE, column: "total" }],
      },
    ],
  });
}

function staffColumns(): Column[] {
  const counted = QUALIFICATION_LEVELS.flatMap((level): Column[] =>
    [
      { sex: "men", title: "Men", gender: "M" },
      { sex: "women", title: "Women", gender: "F" },
    ].map(({ sex, title, gender }) => ({
      key: keyOf({ sex, level }),
      title,
      over: level,
      kind: "count",
      width: 8,
      of: (each) =>
        Number(each.gender === gender && findQualificationLevel(each.qualification_ids) === level),
    })),
  );
  const keysOf = (sex: string) => QUALIFICATION_LEVELS.map((level) => keyOf({ sex, level }));
  return [
    { key: "post", title: "Substantive post", kind: "text", width: 32 },
    ...counted,
    { key: "men", title: "Men", over: "All", kind: "sum", plus: keysOf("men"), width: 8 },
    { key: "women", title: "Women", over: "All", kind: "sum", plus: keysOf("women"), width: 8 },
    {
      key: "neither",
      title: "Sex not recorded",
      over: "All",
      kind: "count",
      width: 10,
      of: ({ gender }) => Number(gender === null),
    },
    {
      key: "total",
      title: "Total",
      over: "All",
      kind: "sum",
      width: 8,
      strong: true,
      plus: ["men", "women", "neither"],
    },
  ];
}

export type StaffThemeData = { employees: readonly AnnualReturnEmployee[]; year: string; today: string };

/** Lists the posts that employees have, in order of rank. */
function postRows(employees: readonly AnnualReturnEmployee[]) {
  const posts = new Map(employees.map(({ employee_post_id, post }) => [employee_post_id, post]));
  return [...posts]
    .sort(
      ([id, post], [otherId, other]) => getPostRank(post) - getPostRank(other) || (id ?? 0) - (otherId ?? 0),
    )
    .map(([id, post]) => ({
      key: String(id ?? NO_POST),
      words: { post: post ?? "Post not recorded" },
      italics: post === null,
      isTeaching: isTeachingPost(post),
    }));
}

export function toPersonFromEmployee(employee: AnnualReturnEmployee): PersonBehindFigure {
  return {
    key: `employee-${employee.employee_id}`,
    name: formatRegisterName(employee),
    to: `${PATHS.employees}/${employee.employee_id}`,
    about: employee.post ?? "Post not recorded",
    detail: findQualificationLevel(employee.qualification_ids),
  };
}
