import { noTransaction } from "#db/index.ts";
import { getSchool, type SchoolRow } from "#db/queries/school.ts";
import { formatClockTime } from "#domain/dates.ts";
import { formatShortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import type { DocumentData } from "#templates/index.ts";
import {
  toLetterhead,
  logDocument,
  printDocument,
  getPrintTime,
  type PrintFormatAndSignal,
  type PrintedDocument,
} from "../document.server.ts";

export type AttendanceListToPrint = Pick<
  DocumentData["attendance-names"],
  "title" | "about" | "aside" | "counts" | "kind" | "hasNumbers" | "rows" | "notes"
> & {
  /** The period that the list covers. A list for one day also states the time of printing. */
  period: string;
  isOfDay: boolean;
  fileName: string;
};

type Output = PrintFormatAndSignal<"pdf" | "xlsx"> & { address: string };

/** Prints a list of students behind an attendance figure, with space for notes on the calls to families. */
export async function printAttendanceList(
  person: Person,
  { period, isOfDay, fileName, ...names }: AttendanceListToPrint,
  { format, signal, address }: Output,
): Promise<PrintedDocument> {
  const school = await getSchool(noTransaction);
  const data = {
    ...names,
    ...headingOf(school),
    period: isOfDay ? `${period}, ${formatClockTime(now(), school.time_zone)}` : period,
    notes: [...names.notes, printedBy(person)],
  };
  const printed = await printDocument(
    { kind: "attendance-names", format, data },
    { name: fileName, person, signal },
  );
  return logged(person, printed, { format, address });
}

export type MarkListToPrint = Pick<
  DocumentData["result-names"],
  "title" | "about" | "aside" | "period" | "kind" | "rows" | "notes"
> & { fileName: string };

/** Prints a list of the names behind a figure of the results, with space for notes. */
export async function printMarkList(
  person: Person,
  { fileName, ...names }: MarkListToPrint,
  { format, signal, address }: Output,
): Promise<PrintedDocument> {
  const school = await getSchool(noTransaction);
  const data = {
    ...names,
    ...headingOf(school),
    counts: [],
    notes: [...names.notes, printedBy(person)],
  };
  const printed = await printDocument(
    { kind: "result-names", format, data },
    { name: fileName, person, signal },
  );
  return logged(person, printed, { format, address });
}

function headingOf(school: SchoolRow) {
  return { referenceDate: null, keys: [], school: toLetterhead(school), printed: getPrintTime(school) };
}

function printedBy(person: Person): string {
  return `Printed by ${formatShortName(person)}. For the school’s staff only.`;
}

/** Logs a spreadsheet as an export, because the school no longer controls who reads the file. */
async function logged(
  person: Person,
  printed: PrintedDocument,
  { format, address }: Pick<Output, "format" | "address">,
): Promise<PrintedDocument> {
  if (format === "xlsx") await logDocument(person, { kind: "exported", fileName: printed.fileName, address });
  return printed;
}
