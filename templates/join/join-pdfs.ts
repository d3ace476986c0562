/** A document to join, with all or some of its pages. The PDF's bookmarks show its title. */
export type DocumentToJoin = { title: string; bytes: Buffer; pages?: PageRange };

const CATALOG = 1;
const PAGES = 2;
const INFO = 3;
const OUTLINES = 4;

type Numbers = ReadonlyMap<number, number>;
type Chapter = { title: string; pages: number; pageCount: number; firstPage: number };

/**
 * Joins several of our own PDFs into one PDF, in their order of arrival. Objects are copied with new numbers but
 * otherwise unchanged, so that only one document is in memory at a time.
 */
export async function* joinPdfs(
  title: string,
  documents: AsyncIterable<DocumentToJoin>,
): AsyncGenerator<Buffer> {
  const out = new Output();
  const chapters: Chapter[] = [];
  yield out.raw("%PDF-1.7\n%\xff\xff\xff\xff\n");
  for await (const document of documents) {
    const whole = readPdf(document.bytes);
    const { objects, ...source } = document.pages ? selectPages(whole, document.pages) : whole;
    const numbers = out.numbersFor([...objects.keys()]);
    const moved = [...objects].map(([number, bytes]) =>
      out.object(numbered(numbers, number), renumbered(bytes, { numbers, isPages: number === source.pages })),
    );
    chapters.push({
      title: document.title,
      pageCount: source.pageCount,
      pages: numbered(numbers, source.pages),
      firstPage: numbered(numbers, source.firstPage),
    });
    yield Buffer.concat(moved.flat());
  }
  yield Buffer.concat(frame(title, chapters, out).flat());
  yield out.end();
}

/** The output so far: the position of each object, and the highest object number. */
class Output {
  count = OUTLINES;
  private length = 0;
  private readonly places: number[] = [];

  numbersFor(old: readonly number[]): Numbers {
    const numbers = new Map(old.map((number, index) => [number, this.count + 1 + index]));
    this.count += old.length;
    return numbers;
  }

  raw(text: string): Buffer {
    return this.noted(Buffer.from(text, "latin1"));
  }

  object(number: number, body: readonly Buffer[]): Buffer[] {
    this.places[number] = this.length;
    return [this.raw(`${number} 0 obj\n`), ...body.map((part) => this.noted(part))];
  }

  plain(number: number, body: string): Buffer[] {
    return this.object(number, [Buffer.from(`${body}\nendobj\n`, "latin1")]);
  }

  end(): Buffer {
    const at = this.length;
    const places = Array.from({ length: this.count }, (_, index) => String(this.places[index + 1]));
    const entries = places.map((place) => `${place.padStart(10, "0")} 00000 n \n`);
    const size = this.count + 1;
    return this.raw(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}` +
        `trailer\n<< /Size ${size} /Root ${CATALOG} 0 R /Info ${INFO} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    );
  }

  private noted(bytes: Buffer): Buffer {
    this.length += bytes.length;
    return bytes;
  }
}

/** Builds the root of all pages, and a bookmark for each document. */
function frame(title: string, chapters: readonly Chapter[], out: Output): Buffer[][] {
  const first = out.count + 1;
  const last = out.count + chapters.length;
  out.count = last;
  const count = chapters.reduce((sum, { pageCount }) => sum + pageCount, 0);
  const kids = chapters.map(({ pages }) => `${pages} 0 R`).join(" ");
  return [
    ...chapters.map((chapter, index) => {
      const number = first + index;
      const previous = index > 0 ? `/Prev ${number - 1} 0 R ` : "";
      const next = number < last ? `/Next ${number + 1} 0 R ` : "";
      const to = `/Parent ${OUTLINES} 0 R ${previous}${next}/Dest [${chapter.firstPage} 0 R /Fit]`;
      return out.plain(number, `<< /Title ${textString(chapter.title)} ${to} >>`);
    }),
    out.plain(
      CATALOG,
      `<< /Type /Catalog /Pages ${PAGES} 0 R /Outlines ${OUTLINES} 0 R /Lang (en-TT) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    ),
    out.plain(PAGES, `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`),
    out.plain(INFO, `<< /Title ${textString(title)} /Creator (Termbook) /Producer (Termbook) >>`),
    out.plain(
      OUTLINES,
      chapters.length === 0
        ? "<< /Type /Outlines >>"
        : `<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${chapters.length} >>`,
    ),
  ];
}

const STREAM = Buffer.from("\nstream\n");
/**
 * Matches a reference, or a string in brackets, because a string may contain text that looks like a reference. An
 * unclosed bracket matches too, because searching for the end of each would take quadratic time.
 */
const REFERENCE = /\((?:\\[^]|[^\\()])*\)?|\b(\d+) 0 R\b/g;
const HEAD = /^\s*\d+ 0 obj\s*/;

/** Renumbers the references before a stream. The stream itself is copied unchanged. */
function renumbered(bytes: Buffer, { numbers, isPages }: { numbers: Numbers; isPages: boolean }): Buffer[] {
  const stream = bytes.indexOf(STREAM);
  const split = stream < 0 ? bytes.length : stream;
  const text = bytes
    .toString("latin1", 0, split)
    .replace(HEAD, "")
    .replace(REFERENCE, (whole, number?: string) =>
      number ? `${numbered(numbers, Number(number))} 0 R` : whole,
    );
  const body = isPages ? text.replace("<<", `<< /Parent ${PAGES} 0 R`) : text;
  return [Buffer.from(body, "latin1"), bytes.subarray(split)];
}

/** Returns an object's new number, or 0 for an object that was left out or never existed. */
function numbered(numbers: Numbers, old: number): number {
  return numbers.get(old) ?? 0;
}

/** Encodes a text as UTF-16. A PDF string in UTF-16 can contain any language. */
function textString(text: string): string {
  return `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}

/** A PDF from our own writer: it has one table of objects, no object streams, and references such as `12 0 R`. */
type SourcePdf = {
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

/** Some pages of a document: the number of the first page, counted from 0, and the number of pages. */
type PageRange = { from: number; count: number };

/** Keeps only some pages of a PDF, with the objects to which they refer. */
function selectPages(source: SourcePdf, { from, count }: PageRange): SourcePdf {
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
