/**
 * What a spreadsheet would calculate where such a file is opened, instead of showing it; some do so after spaces or with
 * the signs of full width, and
 * what is marked already is marked once more, so that each mark is one of ours when it is read.
 */
const CALCULATED = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const MARK = "'";
/** Excel's own mark of a number that is kept as a text: `'0012`. */
const MARKED_NUMBER = /^'+\d/;

/** Rows as text with commas; the mark at the start tells Excel that it is UTF-8. */
export function delimitedText(rows: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells) => `${cells.map(quoted).join(",")}\r\n`);
  return Buffer.from(`\uFEFF${lines.join("")}`);
}

/** What looks like a formula is marked as a text, as one marks it in Excel. */
function quoted(text: string): string {
  const marked = CALCULATED.test(text) || MARKED_NUMBER.test(text) ? `${MARK}${text}` : text;
  return `"${marked.replaceAll('"', '""')}"`;
}

/** The text as it was before it was marked. */
export function withoutMark(value: string): string {
  const isMarked = MARKED_NUMBER.test(value) || (value.startsWith(MARK) && CALCULATED.test(value.slice(1)));
  return isMarked ? value.slice(1) : value;
}
