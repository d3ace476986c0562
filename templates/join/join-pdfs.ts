import { readPdf, selectPages, type PageRange } from "./source.ts";

/** A document to join, with all its pages or some. The PDF's bookmarks show its title. */
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
