import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import { fieldPart, type ValuePart } from "#saving/screen/conflicts.rules.ts";
import type { Columns } from "../sheet/columns.rules.ts";
import { attendanceOf, type Counted } from "./sheet-values.rules.ts";

const SAVED_WORDS: Record<Exclude<Counted, "blank">, string> = {
  saved: "Saved",
  absent: "Saved, absent",
  noWork: "Saved, no work",
};

export function restingWords(counted: Counted, { hasMark }: Columns): string {
  if (counted !== "blank") return SAVED_WORDS[counted];
  return hasMark ? "No mark yet" : "No grade yet";
}

/** Attendance and what was earned are read as one: '72', 'Abs', 'blank'. */
export function partsOf({ main, extras }: Columns): ValuePart[] {
  const earned = main && fieldPart(main);
  const result: ValuePart = {
    fields: ["attendance", ...(main ? [main.name] : [])],
    title: main?.title ?? "Attendance",
    words(values) {
      const attendance = attendanceOf(values);
      return attendance === PRESENT && earned ? earned.words(values) : ATTENDANCE_SHORT[attendance];
    },
  };
  return [result, ...extras.map(fieldPart)];
}
