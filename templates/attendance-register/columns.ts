import { RULE_WEIGHTS } from "../parts/type.ts";
import { fitColumnWidths, type ColumnWidth } from "../parts/widths.ts";
import type { AttendanceRegister, RegisterDay, RegisterStudent } from "./data.ts";

/** The columns from left to right. A `gap` is a space between two weeks, or between the days and the counts. */
export type RegisterColumn =
  | { kind: "number" | "name" | "sex" | "gap"; width: ColumnWidth }
  | { kind: "day"; width: ColumnWidth; day: RegisterDay; index: number }
  | { kind: "figure"; width: ColumnWidth; head: readonly [string, string]; key: RegisterFigure };

export type RegisterFigure = keyof Pick<RegisterStudent, "present" | "absent" | "late" | "percent">;

const WIDTH = { number: 15, sex: 20, gap: 10, day: 18, narrowDay: 13.6 };
/** If a month has more school days than this, the columns of days are narrow. */
const MOST_WIDE_DAYS = 20;
const FIGURES: readonly { key: RegisterFigure; width: number; head: readonly [string, string] }[] = [
  { key: "present", width: 46, head: ["Days", "present"] },
  { key: "absent", width: 34, head: ["Days", "absent"] },
  { key: "late", width: 26, head: ["Days", "late"] },
  { key: "percent", width: 42, head: ["", "Present"] },
];

export function attendanceRegisterColumns({ days }: AttendanceRegister): RegisterColumn[] {
  const width = days.length > MOST_WIDE_DAYS ? WIDTH.narrowDay : WIDTH.day;
  return [
    { kind: "number", width: WIDTH.number },
    { kind: "name", width: "*" },
    { kind: "sex", width: WIDTH.sex },
    ...days.flatMap((day, index): RegisterColumn[] => [
      ...(day.opensWeek && index > 0 ? [{ kind: "gap", width: WIDTH.gap } as const] : []),
      { kind: "day", width, day, index },
    ]),
    { kind: "gap", width: WIDTH.gap },
    ...FIGURES.map((figure) => ({ kind: "figure" as const, ...figure })),
  ];
}

/** Returns the printed widths of the columns. The vertical line before the counts takes some space too. */
export function attendanceRegisterColumnWidths(columns: readonly RegisterColumn[], total: number): number[] {
  return fitColumnWidths({
    total,
    columns: columns.map(({ width }) => width),
    gap: 0,
    lines: RULE_WEIGHTS.row,
  });
}
