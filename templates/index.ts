import { existsSync } from "node:fs";
import path from "node:path";
import { ThreadPool } from "./pool.ts";
import type { ClassList } from "./class-list/list.ts";
import type { MarkSheet } from "./mark-sheet/data.ts";
import type { ReportCards } from "./report-card/data.ts";

/** What each kind prints. A new kind: its folder, a line here and in FORMATS, a line in render.ts. */
export type DocumentData = {
  "class-list": ClassList;
  "mark-sheet": MarkSheet;
  "report-card": ReportCards;
};

const FORMATS = {
  "class-list": ["pdf", "docx", "xlsx"],
  "mark-sheet": ["pdf", "xlsx"],
  "report-card": ["pdf", "docx"],
} as const satisfies Record<keyof DocumentData, readonly DocumentFormat[]>;

export type DocumentFormat = "pdf" | "xlsx" | "docx";
export type DocumentKind = keyof DocumentData;
export type FormatOf<Kind extends DocumentKind> = (typeof FORMATS)[Kind][number];
export type DocumentJob<Kind extends DocumentKind = DocumentKind> = {
  [K in Kind]: { kind: K; format: FormatOf<K>; data: DocumentData[K] };
}[Kind];

const CONTENT_TYPES: Record<DocumentFormat, string> = {
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** Two, as many as a small server has cores: a third gains nothing (rendering.md). */
const THREADS = 2;
const TIME_LIMIT_MS = 30_000;
/** Well over what a class of the longest cards takes. */
const HEAP_MB = 512;

const pool = new ThreadPool({ file: threadFile, size: THREADS, timeLimitMs: TIME_LIMIT_MS, heapMb: HEAP_MB });

/** Lays a document out on a thread of its own: never on the event loop that serves people (design section 7). */
export async function renderDocument<Kind extends DocumentKind>(job: DocumentJob<Kind>): Promise<Uint8Array> {
  const { bytes, missing } = await pool.run(job);
  if (missing.length > 0) warnOfMissing(job.kind, missing);
  return bytes;
}

/** Ends the threads; what they were doing fails. A later document starts them again. */
export function closeDocuments(): Promise<void> {
  return pool.close();
}

export function formatsOf<Kind extends DocumentKind>(kind: Kind): readonly FormatOf<Kind>[] {
  return FORMATS[kind];
}

export function contentTypeOf(format: DocumentFormat): string {
  return CONTENT_TYPES[format];
}

/** A name for the download that every system can store: `Mark sheet, Std 4.pdf`. */
export function fileNameOf(title: string, format: DocumentFormat): string {
  const safe = title
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/[\\/:*?"<>|]/g, "-")
    .replace(/\s+/g, " ")
    .replace(/^[ .]+|[ .]+$/g, "");
  return `${[...safe].slice(0, 120).join("") || "Document"}.${format}`;
}

/** The characters only, never the text they stood in: a log holds no names of children. */
function warnOfMissing(kind: DocumentKind, missing: readonly number[]): void {
  const codes = missing.map((codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`);
  process.emitWarning(`No font has ${codes.join(", ")}; printed as U+FFFD in a ${kind}.`, {
    type: "DocumentWarning",
    code: "TERMBOOK_MISSING_GLYPH",
  });
}

/**
 * Looked for from where the process was started, upwards: bundled code does not lie where its source does, so its own
 * address says nothing.
 */
function threadFile(): string {
  const searched = path.resolve();
  for (let folder = searched; ; folder = path.dirname(folder)) {
    const file = path.join(folder, "templates", "thread.mjs");
    if (existsSync(file)) return file;
    if (folder === path.dirname(folder))
      throw new Error(`templates/thread.mjs is not in ${searched} or above it.`);
  }
}
