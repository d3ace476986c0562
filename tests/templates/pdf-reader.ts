import { inflateSync } from "node:zlib";

/** A piece of text on a page, in points from the page's left and top edges; spaces at its end do not count. */
export type PrintedText = { text: string; left: number; right: number; baseline: number; size: number };
export type PrintedPage = { width: number; height: number; texts: PrintedText[] };

export type PdfObject = { head: string; stream: Buffer };
type Font = { characters: Map<number, string>; widths: number[] };

/** Reads back what pdfkit wrote: enough of the format for our own documents, without another library. */
export function pagesOf(bytes: Uint8Array): PrintedPage[] {
  const objects = objectsOf(Buffer.from(bytes));
  const root = [...objects.values()].find(
    ({ head }) => head.includes("/Type /Pages") && !head.includes("/Parent"),
  );
  return leavesOf(root, objects).map((page) => pageOf(page, objects));
}

/** In a joined document, the pages are below those of its parts. */
function leavesOf(tree: PdfObject | undefined, objects: Map<number, PdfObject>): number[] {
  return referencesIn(tree?.head ?? "", "Kids").flatMap((kid) => {
    const node = objects.get(kid);
    return node?.head.includes("/Type /Pages") ? leavesOf(node, objects) : [kid];
  });
}

/** Returns the words of a page in the order in which they were set, separated by single spaces. */
export function wordsOf(page: PrintedPage): string {
  return page.texts
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ");
}

/** Returns the texts of a page line by line, from the top: texts side by side form one string. */
export function linesOf(page: PrintedPage): string[] {
  const lines = new Map<number, PrintedText[]>();
  for (const text of page.texts) {
    const baseline = Math.round(text.baseline * 2) / 2;
    lines.set(baseline, [...(lines.get(baseline) ?? []), text]);
  }
  return [...lines.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, texts]) => texts.sort((one, other) => one.left - other.left))
    .map((texts) =>
      texts
        .map(({ text }) => text.trim())
        .filter(Boolean)
        .join(" ")
        .replaceAll("\u00a0", " "),
    );
}

/** Returns every stream of a file unchanged, except the maps from glyphs to characters. */
export function drawingsOf(bytes: Uint8Array): string[] {
  return [...objectsOf(Buffer.from(bytes)).values()]
    .filter(({ head }) => head.includes("/Length"))
    .map((object) =>
      (object.head.includes("/FlateDecode") ? inflated(object) : object.stream).toString("latin1"),
    )
    .filter((stream) => !stream.includes("begincmap"));
}

/** Returns the file's objects without their streams. */
export function headsOf(bytes: Uint8Array): string[] {
  return [...objectsOf(Buffer.from(bytes)).values()].map(({ head }) => head);
}

function pageOf(reference: number, objects: Map<number, PdfObject>): PrintedPage {
  const page = objects.get(reference)?.head ?? "";
  const [, , width = 0, height = 0] = (/\/MediaBox \[([^\]]+)\]/.exec(page)?.[1] ?? "")
    .split(" ")
    .map(Number);
  const resources = objects.get(referenceIn(page, "Resources"))?.head ?? "";
  const names = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  const fonts = new Map(names.map(([, name = "", at]) => [name, fontOf(Number(at), objects)]));
  const content = inflated(objects.get(referenceIn(page, "Contents"))).toString("latin1");
  return { width, height, texts: textsOf(content, fonts, height) };
}

function textsOf(content: string, fonts: Map<string, Font>, height: number): PrintedText[] {
  return [...content.matchAll(/BT\n([\s\S]*?)ET\n/g)].map(([, block = ""]) => {
    const [, name = "", size = "0"] = /\/(F\d+) (\S+) Tf/.exec(block) ?? [];
    const spacing = Number(/(\S+) Tc/.exec(block)?.[1] ?? 0);
    const font = fonts.get(name) ?? { characters: new Map(), widths: [] };
    // An accent that is set on its letter has a position of its own, and so has the text after it.
    const parts = [...block.matchAll(/1 0 0 1 (\S+) (\S+) Tm|\[(.*)\] TJ/g)];
    const places = parts.filter(([, , , array]) => array === undefined);
    const text = {
      text: "",
      left: Number(places[0]?.[1]),
      right: 0,
      baseline: height - Number(places[0]?.[2]),
    };
    let left = text.left;
    for (const [, x, , array] of parts) {
      if (array === undefined) {
        left = Number(x);
        continue;
      }
      const { text: more, ends } = setText(array, font);
      const inked = ends.slice(0, Math.max(1, more.trimEnd().length));
      const right = left + ((inked.at(-1) ?? 0) * Number(size)) / 1000 + spacing * (inked.length - 1);
      text.text += more;
      text.right = Math.max(text.right, right);
    }
    return { ...text, size: Number(size) };
  });
}

/** Returns the characters, and the end of each in thousandths of the size. */
function setText(array: string, { characters, widths }: Font): { text: string; ends: number[] } {
  const ends: number[] = [];
  let text = "";
  let at = 0;
  for (const [token, hex] of array.matchAll(/<([\da-f]+)>|-?[\d.]+/g)) {
    if (hex === undefined) at -= Number(token);
    for (const glyph of (hex ?? "").match(/.{4}/g) ?? []) {
      const id = Number.parseInt(glyph, 16);
      const letters = characters.get(id) ?? "";
      at += widths[id] ?? 0;
      text += letters;
      for (const _unit of letters) ends.push(at);
    }
  }
  return { text, ends };
}

function fontOf(reference: number, objects: Map<number, PdfObject>): Font {
  const font = objects.get(reference)?.head ?? "";
  const map = inflated(objects.get(referenceIn(font, "ToUnicode"))).toString("latin1");
  const descendant = objects.get(referencesIn(font, "DescendantFonts")[0] ?? 0)?.head ?? "";
  const widths = (/\/W \[0 \[([^\]]+)\]/.exec(descendant)?.[1] ?? "").split(" ").map(Number);
  const characters = new Map<number, string>();
  for (const [, first = "", list = ""] of map.matchAll(/<([\da-f]+)> <[\da-f]+> \[(.*)\]/g)) {
    const entries = list.match(/<[^>]*>/g) ?? [];
    entries.forEach((entry, index) =>
      characters.set(Number.parseInt(first, 16) + index, charactersOf(entry)),
    );
  }
  return { characters, widths };
}

function charactersOf(entry: string): string {
  const units = entry.match(/[\da-f]{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}

/** Finds objects by the table at the end of the file, as a viewer does. */
export function objectsOf(file: Buffer): Map<number, PdfObject> {
  const text = file.toString("latin1");
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]));
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  return new Map(offsets.map((offset, index) => [index + 1, objectAt(file, text, offset)]));
}

function objectAt(file: Buffer, text: string, offset: number): PdfObject {
  const end = text.indexOf("\nendobj", offset);
  const stream = text.indexOf("\nstream\n", offset);
  if (stream < 0 || stream > end) return { head: text.slice(offset, end), stream: Buffer.alloc(0) };
  const head = text.slice(offset, stream);
  const start = stream + "\nstream\n".length;
  return { head, stream: file.subarray(start, start + Number(/\/Length (\d+)/.exec(head)?.[1])) };
}

export function inflated(object: PdfObject | undefined): Buffer {
  return object === undefined ? Buffer.alloc(0) : inflateSync(object.stream);
}

export function referenceIn(head: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? 0);
}

export function referencesIn(head: string, name: string): number[] {
  const list = new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(head)?.[1] ?? "";
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, reference]) => Number(reference));
}
