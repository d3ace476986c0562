/**
 * Texts that a spreadsheet would evaluate as a formula, some even after spaces or with full-width signs. Texts that
 * begin with apostrophes match too and get one more, so that reading the file removes exactly one.
 */
const CALCULATED = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const MARK = "'";
/** Matches a number that Excel marks as text with an apostrophe: `'0012`. */
const MARKED_NUMBER = /^'+\d/;

/** Writes rows as comma-separated text. It begins with a byte order mark, from which Excel knows that it is UTF-8. */
export function toDelimitedText(rows: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells) => `${cells.map(quoted).join(",")}\r\n`);
  return Buffer.from(`\uFEFF${lines.join("")}`);
}

/** Quotes a cell. A text that looks like a formula gets an apostrophe first, so that Excel shows it as text. */
function quoted(text: string): string {
  const marked = CALCULATED.test(text) || MARKED_NUMBER.test(text) ? `${MARK}${text}` : text;
  return `"${marked.replaceAll('"', '""')}"`;
}

export function withoutFormulaMark(value: string): string {
  const isMarked = MARKED_NUMBER.test(value) || (value.startsWith(MARK) && CALCULATED.test(value.slice(1)));
  return isMarked ? value.slice(1) : value;
}
