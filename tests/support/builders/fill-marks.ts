import { read, utils, write, type BookType } from "@e965/xlsx";

const FIRST_ROW = 5;
const MARK_COLUMN = 3;

/**
 * Fills in the marks of a downloaded sheet as a spreadsheet program does, and saves it in another format.
 * @param tab the worksheet of a subject in a file of all subjects; the default is the first worksheet
 */
export function fillMarks(
  file: Buffer,
  marks: readonly string[],
  bookType: BookType = "xlsx",
  tab?: string,
): Buffer {
  const book = read(file, { dense: false, cellStyles: true });
  const sheet = book.Sheets[tab ?? book.SheetNames[0] ?? ""];
  if (!sheet) throw new Error("a workbook without a sheet");
  marks.forEach((mark, index) => {
    const address = utils.encode_cell({ r: FIRST_ROW + index, c: MARK_COLUMN });
    const isNumber = mark !== "" && Number.isFinite(Number(mark));
    sheet[address] = isNumber ? { t: "n", v: Number(mark) } : { t: "s", v: mark };
  });
  return write(book, { type: "buffer", bookType }) as Buffer;
}
