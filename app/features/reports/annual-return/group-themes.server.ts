import type { ReturnStudent } from "#db/queries/reports/annual-return.ts";
import {
  countBoy,
  countGirl,
  countUnstatedGender,
  toStudentRow,
  type Enrolled,
  type StudentColumn,
} from "./enrolled.server.ts";
import { theme, type Theme } from "./theme.rules.ts";

const NOT_RECORDED = "not-recorded";
const OVER_SCHOOL = "School";

export function ages(enrolled: Enrolled): Theme {
  const { students, year, ageDay, ages: range } = enrolled;
  const known = students.flatMap(({ age }) => age ?? []);
  const within = known.filter((age) => age >= range.from && age < range.to);
  const [least, most] = [Math.min(...within), Math.max(...within)];
  const years =
    within.length === 0 ? [] : Array.from({ length: most - least + 1 }, (_each, index) => least + index);
  const rows = [
    ...(known.some((age) => age < range.from) ? [{ key: "under", title: `Under ${range.from}` }] : []),
    ...years.map((age) => ({ key: String(age), title: String(age) })),
    ...(known.some((age) => age >= range.to) ? [{ key: "over", title: `${range.to} and over` }] : []),
    { key: NOT_RECORDED, title: "Birth date not recorded", italics: true },
  ];
  return crossed(enrolled, {
    id: "age",
    name: "Age",
    title: `Enrolment by form, age and sex, ${year}`,
    about: `Age in completed years on ${ageDay}.`,
    stub: "Age",
    rows,
    rowOf: ({ age }) => {
      if (age === null) return NOT_RECORDED;
      if (age < range.from) return "under";
      return age >= range.to ? "over" : String(age);
    },
  });
}

export type Group = { id: number; title: string };

export function religions(enrolled: Enrolled, groups: readonly Group[]): Theme {
  const { year, today } = enrolled;
  return crossed(enrolled, {
    id: "religion",
    name: "Religion",
    title: `Enrolment by religion, form and sex, ${year}`,
    stub: "Religion",
    about: `Students in a class on ${today}.`,
    ...groupRows(enrolled, groups, ({ religion_id }) => religion_id),
  });
}

export function ethnicGroups(enrolled: Enrolled, groups: readonly Group[]): Theme {
  const { year, today } = enrolled;
  return crossed(enrolled, {
    id: "ethnic-group",
    name: "Ethnic group",
    title: `Enrolment by ethnic group, form and sex, ${year}`,
    stub: "Ethnic group",
    about: `Students in a class on ${today}.`,
    ...groupRows(enrolled, groups, ({ ethnic_group_id }) => ethnic_group_id),
  });
}

/** Lists the groups that have a student, in the order of the look-up; students without a group come last. */
function groupRows(
  { students }: Enrolled,
  groups: readonly Group[],
  groupOf: (student: ReturnStudent) => number | null,
): Pick<Crossed, "rows" | "rowOf"> {
  const used = new Set(students.map(groupOf));
  return {
    rows: [
      ...groups.filter(({ id }) => used.has(id)).map(({ id, title }) => ({ key: String(id), title })),
      { key: NOT_RECORDED, title: "Not recorded", italics: true },
    ],
    rowOf: (student) => String(groupOf(student) ?? NOT_RECORDED),
  };
}

type Crossed = {
  id: string;
  name: string;
  title: string;
  about: string;
  /** The heading above the names of the rows. */
  stub: string;
  rows: readonly { key: string; title: string; italics?: boolean }[];
  rowOf: (student: ReturnStudent) => string;
};

/**
 * Counts the boys and girls of each level and of the school; students whose sex is not recorded have a column of their
 * own.
 */
function crossed({ students, levels }: Enrolled, { stub, rows, ...of }: Crossed): Theme {
  return theme<ReturnStudent>({
    ...of,
    total: "School",
    ratios: [],
    counted: students,
    listed: toStudentRow,
    columns: crossedColumns(levels, { stub, rows }),
    groups: [
      {
        key: "rows",
        title: "",
        rows: rows.map(({ key, title, italics }) => ({
          key,
          words: { row: title },
          ...(italics && { italics }),
        })),
      },
    ],
  });
}

function crossedColumns(
  levels: Enrolled["levels"],
  { stub, rows }: Pick<Crossed, "stub" | "rows">,
): StudentColumn[] {
  const keysOf = (sex: string) => levels.map(({ level }) => `${level}-${sex}`);
  const width = Math.max(
    ...[...rows.map(({ title }) => title), "Birth date not recorded"].map(({ length }) => length),
  );
  return [
    { key: "row", title: stub, kind: "text", width: width + 2 },
    ...levelColumns(levels),
    { key: "boys", title: "Boys", over: OVER_SCHOOL, kind: "sum", plus: keysOf("boys"), width: 8 },
    { key: "girls", title: "Girls", over: OVER_SCHOOL, kind: "sum", plus: keysOf("girls"), width: 8 },
    {
      key: "neither",
      title: "Sex not recorded",
      over: OVER_SCHOOL,
      kind: "count",
      width: 10,
      of: countUnstatedGender,
    },
    {
      key: "total",
      title: "Total",
      over: OVER_SCHOOL,
      kind: "sum",
      width: 9,
      strong: true,
      plus: ["boys", "girls", "neither"],
    },
    {
      key: "share",
      title: "Share",
      kind: "share",
      part: ["total"],
      whole: "total",
      ofTotal: true,
      width: 9,
    },
  ];
}

function levelColumns(levels: Enrolled["levels"]): StudentColumn[] {
  return levels.flatMap(({ level, title }): StudentColumn[] =>
    [
      { key: `${level}-boys`, title: "Boys", is: countBoy },
      { key: `${level}-girls`, title: "Girls", is: countGirl },
    ].map(({ is, ...column }) => ({
      ...column,
      over: title,
      kind: "count",
      width: 8,
      of: (student) => (student.form_level === level ? is(student) : 0),
    })),
  );
}
