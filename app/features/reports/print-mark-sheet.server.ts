import { noTransaction } from "#db/index.ts";
import { sheetRows, type SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { theSchool } from "#db/queries/school.ts";
import { sheetVisibleTo } from "#access/visible.server.ts";
import type { Person } from "#domain/person.ts";
import { isSheetTest } from "#domain/sheets.ts";
import { notFound } from "#runtime/errors.ts";
import type { FormatOf } from "#templates/index.ts";
import { letterheadOf, printDocument, printedNow, type Print, type Printed } from "./document.server.ts";
import { markSheetData } from "./mark-sheet-data.server.ts";

export type SheetPrint = Print<FormatOf<"mark-sheet">> & { title: string | null; blank: boolean };

/** The mark sheet of one lesson as a document. @throws notFound when the sheet is not theirs to see or does not exist */
export async function printMarkSheet(person: Person, key: SheetKey, print: SheetPrint): Promise<Printed> {
  const [{ heading }, school] = await Promise.all([
    sheetVisibleTo(person, key, noTransaction),
    theSchool(noTransaction),
  ]);
  if (!isSheetTest(heading, key.testId)) throw notFound("This lesson has no such mark sheet.");
  const data = markSheetData({
    heading,
    key,
    rows: await sheetRows({ heading, key }, noTransaction),
    school: letterheadOf(school),
    printed: printedNow(school),
    title: print.title,
    blank: print.blank,
  });
  const name = `${data.subject}, ${data.classLabel}, ${data.testTitle}, ${data.term} ${data.year}${print.blank ? ", blank" : ""}`;
  return printDocument(
    { kind: "mark-sheet", format: print.format, data },
    { name, person, signal: print.signal },
  );
}
