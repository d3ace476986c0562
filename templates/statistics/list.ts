import { measureTextWidth } from "../parts/fonts.ts";
import { FONT_SIZES } from "../parts/type.ts";
import type { ListColumn, ListDocument, ListHeading, ListRow } from "../list/data.ts";

/** The numbers of boys and girls in each class, by group. */
export type Statistics = ListHeading & {
  /** The name of the groups: `Religion`, `Ethnic group` or `Age`. */
  by: string;
  groups: readonly string[];
  levels: readonly { title: string; classes: readonly CountedClass[] }[];
  /** The share of each group, and of boys and girls, among all counted students: `6.0%`. */
  shares: { groups: readonly string[]; boys: string; girls: string };
};

/** A class with one figure for each group. */
type CountedClass = { name: string; boys: readonly number[]; girls: readonly number[] };

const SEXES = ["boys", "girls"] as const;

const GIRLS = 11;
const LEAST_BOYS = 13;
/** The space between the two columns of a group. */
const GAP = 7;

export function buildStatistics({ by, groups, levels, shares, ...heading }: Statistics): ListDocument {
  const closing = {
    name: "Percentage of the school",
    boys: shares.boys,
    girls: shares.girls,
    all: "100%",
    ...Object.fromEntries(shares.groups.map((share, group) => [keyOf("girls", group), share])),
  };
  const table = {
    columns: columnsOf(by, groups),
    groups: levels.map(({ title, classes }) => ({ title, rows: classes.map(rowOf) })),
    arrangement: "sums" as const,
    total: "School",
    chart: SEXES,
    closing: [closing],
  };
  return { ...heading, tables: [table] };
}

function columnsOf(by: string, groups: readonly string[]): ListColumn[] {
  const counted = groups.flatMap((over, group) =>
    SEXES.map((sex): ListColumn => {
      const width = sex === "boys" ? Math.max(LEAST_BOYS, widthOfWords(over) - GAP - GIRLS) : GIRLS;
      return { key: keyOf(sex, group), title: sex, over, kind: "count", width };
    }),
  );
  return [
    { key: "name", title: "Class", over: by, kind: "text", width: 76 },
    ...counted,
    { key: "boys", title: "boys", kind: "count", width: 22, ruled: true },
    { key: "girls", title: "girls", kind: "count", width: 22 },
    { key: "all", title: "total", over: "All", kind: "count", width: 26, strong: true },
  ];
}

/** Returns the minimum width of a group: its longest word must fit across its two columns. */
function widthOfWords(group: string): number {
  return Math.max(
    ...group.split(" ").map((word) => measureTextWidth(word, { size: FONT_SIZES.label, bold: true })),
  );
}

function rowOf({ name, boys, girls }: CountedClass): ListRow {
  const [ofBoys, ofGirls] = [sumOf(boys), sumOf(girls)];
  return {
    name,
    boys: ofBoys,
    girls: ofGirls,
    all: ofBoys + ofGirls,
    ...Object.fromEntries(boys.map((count, group) => [keyOf("boys", group), count])),
    ...Object.fromEntries(girls.map((count, group) => [keyOf("girls", group), count])),
  };
}

function keyOf(sex: (typeof SEXES)[number], group: number): string {
  return `${sex} ${group}`;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
