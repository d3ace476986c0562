import { RULE } from "../parts/type.ts";
import { fitted, type Width } from "../parts/widths.ts";
import type { AttendanceRegister, RegisterDay, RegisterStudent } from "./data.ts";

/** The columns from the left. A `gap` is an empty column that separates two weeks, and the days from the counts. */
export type Column =
  | { kind: "number" | "name" | "sex" | "gap"; width: Width }
  | { kind: "day"; width: Width; day: RegisterDay; index: number }
  | { kind: "figure"; width: Width; head: readonly [string, string]; key: Figure };

export type Figure = keyof Pick<RegisterStudent, "present" | "absent" | "late" | "percent">;

const WIDTH = { number: 15, sex: 20, gap: 10, day: 18, narrowDay: 13.6 };
/** With more days than this their columns are narrow. */
const MOST_WIDE_DAYS = 20;
const FIGURES: readonly { key: Figure; width: number; head: readonly [string, string] }[] = [
  { key: "present", width: 46, head: ["Days", "present"] },
  { key: "absent", width: 34, head: ["Days", "absent"] },
  { key: "late", width: 26, head: ["Days", "late"] },
  { key: "percent", width: 42, head: ["", "Present"] },
];

export function columnsOf({ days }: AttendanceRegister): Column[] {
  const width = days.length > MOST_WIDE_DAYS ? WIDTH.narrowDay : WIDTH.day;
  return [
    { kind: "number", width: WIDTH.number },
    { kind: "name", width: "*" },
    { kind: "sex", width: WIDTH.sex },
    ...days.flatMap((day, index): Column[] => [
      ...(day.opensWeek && index > 0 ? [{ kind: "gap", width: WIDTH.gap } as const] : []),
      { kind: "day", width, day, index },
    ]),
    { kind: "gap", width: WIDTH.gap },
    ...FIGURES.map((figure) => ({ kind: "figure" as const, ...figure })),
  ];
}

/** The widths on paper; the one vertical rule, before the counts, takes space of its own. */
export function widthsOf(columns: readonly Column[], total: number): number[] {
  return fitted({ total, columns: columns.map(({ width }) => width), gap: 0, lines: RULE.row });
}
