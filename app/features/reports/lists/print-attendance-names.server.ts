import { noTransaction } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatClockTime } from "#domain/dates.ts";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import {
  toLetterhead,
  logDocument,
  printDocument,
  printTimestamp,
  type PrintFormat,
  type Printed,
} from "../document.server.ts";

/** A list of students behind a figure of the attendance overview, as text. */
export type AttendanceNamesToPrint = Pick<
  DocumentData["attendance-names"],
  "title" | "about" | "aside" | "counts" | "kind" | "hasNumbers" | "rows" | "notes"
> & {
  /** The period. In a list for one day, the time of printing is added. */
  period: string;
  isOfDay: boolean;
  fileName: string;
};

/** Prints a list of students behind an attendance figure, with space for notes on the calls to families. */
export async function printAttendanceNames(
  person: Person,
  { period, isOfDay, fileName, ...names }: AttendanceNamesToPrint,
  { format, signal, address }: PrintFormat<FormatOf<"attendance-names">> & { address: string },
): Promise<Printed> {
  const school = await getSchool(noTransaction);
  const data = {
    ...names,
    period: isOfDay ? `${period}, ${formatClockTime(now(), school.time_zone)}` : period,
    referenceDate: null,
    keys: [],
    notes: [...names.notes, `Printed by ${shortName(person)}. For the school’s staff only.`],
    school: toLetterhead(school),
    printed: printTimestamp(school),
  };
  const printed = await printDocument(
    { kind: "attendance-names", format, data },
    { name: fileName, person, signal },
  );
  if (format === "xlsx") await logDocument(person, { kind: "exported", fileName: printed.fileName, address });
  return printed;
}
