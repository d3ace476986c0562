import { noTransaction } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatClockTime } from "#domain/dates.ts";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import {
  letterheadOf,
  logDocument,
  printDocument,
  printedNow,
  type Print,
  type Printed,
} from "../document.server.ts";

/** The names behind a figure of attendance, in words, as the overview finds them for the person. */
export type NamesToPrint = Pick<
  DocumentData["attendance-names"],
  "title" | "about" | "aside" | "counts" | "kind" | "hasNumbers" | "rows" | "notes"
> & {
  /** The period, to which the time of printing is added in a list of one day. */
  period: string;
  isOfDay: boolean;
  fileName: string;
};

/** Prints the names behind a figure, with space to write in what was said. */
export async function printAttendanceNames(
  person: Person,
  { period, isOfDay, fileName, ...names }: NamesToPrint,
  { format, signal, address }: Print<FormatOf<"attendance-names">> & { address: string },
): Promise<Printed> {
  const school = await getSchool(noTransaction);
  const data = {
    ...names,
    period: isOfDay ? `${period}, ${formatClockTime(now(), school.time_zone)}` : period,
    referenceDate: null,
    keys: [],
    notes: [...names.notes, `Printed by ${shortName(person)}. For the school’s staff only.`],
    school: letterheadOf(school),
    printed: printedNow(school),
  };
  const printed = await printDocument(
    { kind: "attendance-names", format, data },
    { name: fileName, person, signal },
  );
  if (format === "xlsx") await logDocument(person, { kind: "exported", fileName: printed.fileName, address });
  return printed;
}
