import { pluralise } from "#domain/text/noun.ts";
import {
  fillInBoxColumns,
  type ListColumn,
  type ListDocument,
  type ListHeading,
  type ListTable,
} from "../list/data.ts";

export type SchoolFeeding = ListHeading & {
  /** Groups of classes that are printed side by side, with the meals of each class and of the group. */
  strips: readonly { classes: readonly Meals[]; all: Meals }[];
  classes: readonly { title: string; teacher: string; students: readonly string[] }[];
};

type Meals = { title: string; meals: number };

const TICKS: readonly ListColumn[] = [
  { key: "name", title: "", kind: "text", width: "*" },
  ...fillInBoxColumns(["M", "T", "W", "T", "F"], 7),
];

/**
 * Builds the list. The totals at its head are for the caterer; the person who hands out the meals ticks off the
 * students.
 */
export function buildSchoolFeedingList({ strips, classes, ...heading }: SchoolFeeding): ListDocument {
  const groups = classes
    .filter(({ students }) => students.length > 0)
    .map(({ title, teacher, students }) => ({
      title,
      aside: teacher,
      count: { figure: students.length, words: pluralise(students.length, "meal") },
      rows: students.map((name) => ({ name })),
    }));
  const ticks: ListTable = { columns: TICKS, groups, numbered: "by group", arrangement: "blocks" };
  return { ...heading, tables: groups.length === 0 ? [ticks] : [...strips.map(stripOf), ticks] };
}

function stripOf({ classes, all }: SchoolFeeding["strips"][number]): ListTable {
  const column = ({ title }: Meals, index: number): ListColumn => ({
    key: String(index),
    title,
    kind: "number",
    width: 22,
    align: "center",
    strong: true,
    ...(index === classes.length && { ruled: true }),
  });
  const every = [...classes, all];
  const row = Object.fromEntries(every.map(({ meals }, index) => [String(index), meals]));
  return { columns: every.map(column), groups: [{ title: "", rows: [row] }] };
}
