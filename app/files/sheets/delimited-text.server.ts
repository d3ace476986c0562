/**
 * Texts that a spreadsheet would calculate instead of showing; some do so even after spaces or with full-width signs.
 * A text that is already marked is marked once more, so that each mark is ours when the file is read.
 */
const CALCULATED = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const MARK = "'";
/** Excel's own mark of a number that is stored as text: `'0012`. */
const MARKED_NUMBER = /^'+\d/;

/** Writes rows as comma-separated text; the byte order mark tells Excel that it is UTF-8. */
export function delimitedText(rows: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells) => `${cells.map(quoted).join(",")}\r\n`);
  return Buffer.from(`\uFEFF${lines.join("")}`);
}

/** A text that looks like a formula is marked as text, as people do it in Excel. */
function quoted(text: string): string {
  const marked = CALCULATED.test(text) || MARKED_NUMBER.test(text) ? `${MARK}${text}` : text;
  return `"${marked.replaceAll('"', '""')}"`;
}

export function withoutMark(value: string): string {
  const isMarked = MARKED_NUMBER.test(value) || (value.startsWith(MARK) && CALCULATED.test(value.slice(1)));
  return isMarked ? value.slice(1) : value;
}
