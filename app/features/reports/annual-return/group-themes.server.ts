import type { AnnualReturnStudent } from "#db/queries/reports/annual-return.ts";
import { TOTAL_LINE } from "#domain/figures/figure-sheet.ts";
import {
  countIfBoy,
  countIfGirl,
  countIfGenderUnstated,
  toPersonFromStudent,
  type EnrolmentData,
  type StudentReturnColumn,
} from "./enrolled.server.ts";
import { createAnnualReturnTheme, type AnnualReturnTheme } from "./theme.rules.ts";

const NOT_RECORDED = "not-recorded";
const OVER_SCHOOL = "School";

export function buildAgesTheme(enrolled: EnrolmentData): AnnualReturnTheme {
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

export type StudentLookupGroup = { id: number; title: string };

export function buildReligionsTheme(
  enrolled: EnrolmentData,
  groups: readonly StudentLookupGroup[],
): AnnualReturnTheme {
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

export function buildEthnicGroupsTheme(
  enrolled: EnrolmentData,
  groups: readonly StudentLookupGroup[],
): AnnualReturnTheme {
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

/** Lists the groups that have a student, in the order of the lookup table. Students without a group come last. */
function groupRows(
  { students }: EnrolmentData,
  groups: readonly StudentLookupGroup[],
  groupOf: (student: AnnualReturnStudent) => number | null,
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
  stub: string;
  rows: readonly { key: string; title: string; italics?: boolean }[];
  rowOf: (student: AnnualReturnStudent) => string;
};

/** Counts boys and girls in each level and in the school, and students whose sex is not recorded. */
function crossed({ students, levels }: EnrolmentData, { stub, rows, ...of }: Crossed): AnnualReturnTheme {
  return createAnnualReturnTheme<AnnualReturnStudent>({
    ...of,
    total: "School",
    ratios: [],
    counted: students,
    listed: toPersonFromStudent,
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
  levels: EnrolmentData["levels"],
  { stub, rows }: Pick<Crossed, "stub" | "rows">,
): StudentReturnColumn[] {
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
      of: countIfGenderUnstated,
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

function levelColumns(levels: EnrolmentData["levels"]): StudentReturnColumn[] {
  return levels.flatMap(({ level, title }): StudentReturnColumn[] =>
    [
      { key: `${level}-boys`, title: "Boys", is: countIfBoy },
      { key: `${level}-girls`, title: "Girls", is: countIfGirl },
    ].map(({ is, ...column }) => ({
      ...column,
      over: title,
      kind: "count",
      width: 8,
      of: (student) => (student.form_level === level ? is(student) : 0),
    })),
  );
}

export function buildEnrolmentTheme({
  students,
  levels,
  classes,
  year,
  today,
}: EnrolmentData): AnnualReturnTheme {
  return createAnnualReturnTheme<AnnualReturnStudent>({
    id: "enrolment",
    name: "Enrolment",
    title: `Enrolment by class and sex, ${year}`,
    total: "School",
    ratios: [],
    about: `Students in a class on ${today}.`,
    counted: students,
    listed: toPersonFromStudent,
    columns: [
      { key: "class", title: "Class", kind: "text", width: 16 },
      { key: "teacher", title: "Form teacher", kind: "text", width: 28 },
      { key: "boys", title: "Boys", kind: "count", width: 10, of: countIfBoy },
      { key: "girls", title: "Girls", kind: "count", width: 10, of: countIfGirl },
      { key: "neither", title: "Sex not recorded", kind: "count", width: 12, of: countIfGenderUnstated },
      {
        key: "total",
        title: "Total",
        kind: "sum",
        plus: ["boys", "girls", "neither"],
        width: 10,
        strong: true,
      },
      { key: "share", title: "Girls, %", kind: "share", part: ["girls"], whole: "total", width: 11 },
    ],
    rowOf: ({ class_id }) => String(class_id),
    groups: levels.map(({ level, title }) => ({
      key: `level-${level}`,
      title,
      rows: classes
        .filter((item) => item.level === level)
        .map(({ classId, label, teachers }) => ({
          key: String(classId),
          words: { class: label, teacher: teachers },
        })),
    })),
  });
}

export function buildRepeatersTheme({ students, levels, year }: EnrolmentData): AnnualReturnTheme {
  const without = students.filter(countIfGenderUnstated).length;
  const leftOut = without === 0 ? "" : ` Students whose sex is not recorded (${without}) are left out.`;
  const ageRef = (column: string) => ({ sheet: "age", line: TOTAL_LINE, column });
  return createAnnualReturnTheme<AnnualReturnStudent>({
    id: "repeaters",
    name: "Repeaters",
    title: `Repeaters by form and sex, ${year}`,
    total: "School",
    ratios: [],
    about: `Students in the same form as at the end of last school year.${leftOut}`,
    counted: students,
    listed: toPersonFromStudent,
    columns: repeaterColumns(),
    rowOf: ({ form_level }) => String(form_level),
    groups: [
      {
        key: "levels",
        title: "",
        rows: levels.map(({ level, title }) => ({
          key: String(level),
          words: { level: title },
          from: { boys: ageRef(`${level}-boys`), girls: ageRef(`${level}-girls`) },
        })),
      },
    ],
  });
}

function repeaterColumns(): StudentReturnColumn[] {
  const isRepeating = ({ form_level, level_before }: AnnualReturnStudent) => form_level === level_before;
  const repeats = (is: (student: AnnualReturnStudent) => number) => (student: AnnualReturnStudent) =>
    isRepeating(student) ? is(student) : 0;
  const share = (key: string, title: string, part: string, whole: string): StudentReturnColumn => {
    return { key, title, over: "Share", kind: "share", part: [part], whole, width: 10 };
  };
  return [
    { key: "level", title: "Form", kind: "text", width: 16 },
    { key: "boys", title: "Boys", over: "Enrolled", kind: "count", width: 10, of: countIfBoy },
    { key: "girls", title: "Girls", over: "Enrolled", kind: "count", width: 10, of: countIfGirl },
    { key: "both", title: "Total", over: "Enrolled", kind: "sum", plus: ["boys", "girls"], width: 10 },
    {
      key: "boys-repeat",
      title: "Boys",
      over: "Repeating",
      kind: "count",
      width: 10,
      of: repeats(countIfBoy),
    },
    {
      key: "girls-repeat",
      title: "Girls",
      over: "Repeating",
      kind: "count",
      width: 10,
      of: repeats(countIfGirl),
    },
    {
      key: "repeat",
      title: "Total",
      over: "Repeating",
      kind: "sum",
      width: 10,
      strong: true,
      plus: ["boys-repeat", "girls-repeat"],
    },
    share("boys-share", "Boys", "boys-repeat", "boys"),
    share("girls-share", "Girls", "girls-repeat", "girls"),
    share("share", "All", "repeat", "both"),
  ];
}
