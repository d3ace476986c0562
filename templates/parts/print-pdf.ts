import { createRequire } from "node:module";
import { FONT_FILES } from "./fonts.ts";
import { readPdf } from "../join/join-pdfs.ts";
import { clearShapeCache, type FontFace } from "./shared-fonts.ts";
import type * as Pdfmake from "pdfmake";
import type { TDocumentDefinitions } from "pdfmake/interfaces.js";
import { isPlainText, toPrintableText } from "./text.ts";
import { SANS_SERIF_FONT } from "./type.ts";

/** A file, the characters that are in no font (printed as U+FFFD), and for a PDF the page count of each document. */
export type PrintedFile = { bytes: Uint8Array; missing: number[]; pages?: number[] };

const require = createRequire(import.meta.url);
const pdfmake = require("pdfmake") as typeof Pdfmake;
const fontFiles = new Set(Object.values(FONT_FILES).flatMap((family) => Object.values(family)));

pdfmake.setFonts(FONT_FILES);
/** Documents contain only our fonts and pictures from the file store, so network access is forbidden. */
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(isAllowedFile);

/** Converts a document definition to a file. */
type Typeset = (readable: TDocumentDefinitions, onPage?: OnPage) => Promise<Uint8Array>;
/** Receives the number of pages that are laid out so far. */
export type OnPage = (pages: number) => void;

export async function printPdf(
  definition: TDocumentDefinitions,
  typeset: Typeset = byPdfmake,
  onPage?: OnPage,
): Promise<PrintedFile> {
  clearShapeCache();
  const missing = new Set<number>();
  const readable = makeReadable(definition, missing);
  const bytes = await typeset(readable, onPage);
  return { bytes, missing: [...missing], pages: pagesOf(readable, bytes) };
}

function byPdfmake(readable: TDocumentDefinitions): Promise<Uint8Array> {
  for (const node of Array.isArray(readable.content) ? (readable.content as unknown[]) : []) {
    if (isNode(node) && typeof node.section === "function") node.section = (node.section as () => unknown)();
  }
  return pdfmake.createPdf(readable).getBuffer();
}

type Counted = { pageCount?: () => number };

/** Counts the pages of each section. */
function pagesOf({ content }: TDocumentDefinitions, bytes: Uint8Array): number[] {
  const sections = (Array.isArray(content) ? content : []).flatMap(
    (node) => (node as Counted).pageCount ?? [],
  );
  if (sections.length > 0) return sections.map((count) => count());
  return [readPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).pageCount];
}

export function isAllowedFile(path: string): boolean {
  return fontFiles.has(path) || /\.jpe?g$/i.test(path);
}

type Node = Record<string, unknown>;
const LISTS = ["stack", "columns", "ul", "ol"] as const;

/**
 * Replaces the characters that are in no font (`text.ts`) and adds them to `missing`. The definition is changed in
 * place, because it was made for this document only.
 */
function makeReadable(definition: TDocumentDefinitions, missing: Set<number>): TDocumentDefinitions {
  const face: FontFace = {
    family: definition.defaultStyle?.font ?? SANS_SERIF_FONT,
    bold: false,
    italics: false,
  };
  const node = definition as unknown as Node;
  for (const part of ["content", "header", "footer"]) node[part] = readablePart(node[part], face, missing);
  return definition;
}

function readablePart(part: unknown, face: FontFace, missing: Set<number>): unknown {
  if (typeof part !== "function") return readableNode(part, face, missing);
  return (...page: unknown[]) =>
    readableNode((part as (...page: unknown[]) => unknown)(...page), face, missing);
}

function readableNode(node: unknown, outer: FontFace, missing: Set<number>): unknown {
  if (typeof node === "string" || typeof node === "number") return readableText(String(node), outer, missing);
  if (Array.isArray(node)) return readableList(node, outer, missing);
  if (!isNode(node)) return node;
  const face = faceOf(node, outer);
  if (node.text !== undefined) node.text = readableNode(node.text, face, missing);
  for (const list of LISTS)
    if (node[list] !== undefined) node[list] = readableNode(node[list], face, missing);
  if (isNode(node.table)) node.table.body = readableNode(node.table.body, face, missing);
  if (node.section !== undefined && node.isPlain !== true) readableSection(node, face, missing);
  return node;
}

function readableList(nodes: unknown[], outer: FontFace, missing: Set<number>): unknown[] {
  for (const [index, node] of nodes.entries()) nodes[index] = readableNode(node, outer, missing);
  return nodes;
}

function readableSection(node: Node, face: FontFace, missing: Set<number>): void {
  for (const part of ["section", "header", "footer", "footOf"]) {
    if (node[part] !== undefined) node[part] = readablePart(node[part], face, missing);
  }
}

function readableText(text: string, face: FontFace, missing: Set<number>): unknown {
  if (isPlainText(text)) return text;
  const { runs, missing: unknown } = toPrintableText(text, face);
  for (const codePoint of unknown) missing.add(codePoint);
  const [first, ...more] = runs;
  if (more.length === 0 && (first === undefined || first.family === face.family)) return first?.text ?? "";
  return { text: runs.map((run) => ({ text: run.text, font: run.family })) };
}

function faceOf(node: Node, outer: FontFace): FontFace {
  if (node.font === undefined && node.bold === undefined && node.italics === undefined) return outer;
  return {
    family: typeof node.font === "string" ? node.font : outer.family,
    bold: typeof node.bold === "boolean" ? node.bold : outer.bold,
    italics: typeof node.italics === "boolean" ? node.italics : outer.italics,
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
