/** A PDF from our own writer: it has one table of objects, no object streams, and references such as `12 0 R`. */
export type SourcePdf = {
  /** The bytes of each object by number, from the number's first digit to `endobj`. */
  objects: ReadonlyMap<number, Buffer>;
  /** The number of the object that is the root of the page tree. */
  pages: number;
  pageCount: number;
  firstPage: number;
};

const ENTRY_LENGTH = 20;
const TAIL = 1024;

/** Reads one of our own PDFs. @throws Error when the file has another form */
export function readPdf(bytes: Buffer): SourcePdf {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - TAIL));
  const table = numberIn(tail, /startxref\s+(\d+)\s+%%EOF\s*$/);
  const trailer = bytes.toString("latin1", table).replace(/^[^]*\ntrailer/, "");
  const objects = objectsOf(bytes, table);
  const drop = [numberIn(trailer, /\/Root (\d+) 0 R/), numberIn(trailer, /\/Info (\d+) 0 R/)];
  const pages = numberIn(textOf(objects, drop[0]), /\/Pages (\d+) 0 R/);
  const tree = textOf(objects, pages);
  for (const number of drop) objects.delete(number);
  return {
    objects,
    pages,
    pageCount: numberIn(tree, /\/Count (\d+)/),
    firstPage: numberIn(tree, /\/Kids \[\s*(\d+) 0 R/),
  };
}

/** Splits the file into objects. Each object ends where the next one begins. */
function objectsOf(bytes: Buffer, table: number): Map<number, Buffer> {
  const head = /^xref\s+0 (\d+)\s*?\n/.exec(bytes.toString("latin1", table, table + 64));
  if (!head) throw new Error("Termbook did not make this PDF: it has no cross-reference table.");
  const first = table + head[0].length;
  const places = Array.from({ length: Number(head[1]) - 1 }, (_, index) => {
    const entry = first + (index + 1) * ENTRY_LENGTH;
    return { number: index + 1, at: Number(bytes.toString("latin1", entry, entry + 10)) };
  }).sort((one, other) => one.at - other.at);
  return new Map(
    places.map(({ number, at }, index) => [number, bytes.subarray(at, places[index + 1]?.at ?? table)]),
  );
}

function textOf(objects: ReadonlyMap<number, Buffer>, number: number | undefined): string {
  return objects.get(number ?? 0)?.toString("latin1") ?? "";
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text);
  if (!found) throw new Error(`Termbook did not make this PDF: it has no ${pattern.source}.`);
  return Number(found[1]);
}

const KIDS = "/Kids [";

function referencesIn(text: string): number[] {
  return Array.from(text.matchAll(/\b(\d+) 0 R\b/g), ([, number]) => Number(number));
}

/** Some pages of a document: the number of the first one, counted from 0, and how many follow it. */
export type PageRange = { from: number; count: number };

/** Keeps only some pages of a PDF, with the objects to which they refer. */
export function selectPages(source: SourcePdf, { from, count }: PageRange): SourcePdf {
  const tree = textOf(source.objects, source.pages);
  const begin = tree.indexOf(KIDS) + KIDS.length;
  const end = tree.indexOf("]", begin);
  const kids = referencesIn(tree.slice(begin, end));
  const own = kids.slice(from, from + count);
  const left = new Set(kids.filter((number) => !own.includes(number)));
  const reached = new Set<number>([source.pages]);
  const waiting = [...own];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (reached.has(number) || left.has(number)) continue;
    reached.add(number);
    waiting.push(...referencesIn(headOf(source.objects.get(number))));
  }
  const list = own.map((number) => `${number} 0 R`).join(" ");
  const pages = (tree.slice(0, begin) + list + tree.slice(end)).replace(
    /\/Count \d+/,
    `/Count ${own.length}`,
  );
  const objects = new Map(
    [...source.objects]
      .filter(([number]) => reached.has(number))
      .map(([number, bytes]) => [number, number === source.pages ? Buffer.from(pages, "latin1") : bytes]),
  );
  return { objects, pages: source.pages, pageCount: own.length, firstPage: own[0] ?? source.firstPage };
}

/** Returns the text of an object without its stream, which has no references. */
function headOf(bytes: Buffer | undefined): string {
  if (!bytes) return "";
  const stream = bytes.indexOf("\nstream\n");
  return bytes.toString("latin1", 0, stream < 0 ? bytes.length : stream);
}
