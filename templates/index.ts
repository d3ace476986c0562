import path from "node:path";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { trimEnds } from "#domain/text/storable-text.ts";
import { ThreadPool, type PoolJob } from "./pool.ts";
import { findTemplatesFolder } from "./templates-folder.ts";
import type { AnnualReturn } from "./annual-return/data.ts";
import type { AttendanceRegister } from "./attendance-register/data.ts";
import type { BatchCover } from "./batch-cover/pdf.ts";
import type { EmployeeInformation } from "./employee-information/pdf.ts";
import type { ListDataByKind } from "./lists.ts";
import type { IdCards } from "./id-cards/pdf.ts";
import type { ImportTable } from "./import-table/data.ts";
import type { MarkSheet } from "./mark-sheet/data.ts";
import type { MarkSheetToFillIn } from "./mark-sheet-to-fill-in/xlsx.ts";
import type { PasswordLetters } from "./password-letters/pdf.ts";
import type { PictureList } from "./picture-list/pdf.ts";
import type { RegistrationForms } from "./registration-form/data.ts";
import type { ReportCards } from "./report-card/data.ts";

export { joinPdfs, type DocumentToJoin } from "./join/join-pdfs.ts";

/**
 * The data of each kind of document. A new kind needs a folder, a line here and in FORMATS, and a line in `render.ts`.
 * A new list needs only a folder and a line in `lists.ts`.
 */
export type DocumentData = ListDataByKind & {
  "annual-return": AnnualReturn;
  "attendance-register": AttendanceRegister;
  "batch-cover": BatchCover;
  "employee-information": EmployeeInformation;
  "id-cards": IdCards;
  "import-table": ImportTable;
  "mark-sheet": MarkSheet;
  "mark-sheet-to-fill-in": MarkSheetToFillIn;
  "password-letters": PasswordLetters;
  "picture-list": PictureList;
  "registration-form": RegistrationForms;
  "report-card": ReportCards;
  "report-card-preview": ReportCards;
};

const FORMATS = {
  "annual-return": ["xlsx"],
  "attendance-register": ["pdf", "xlsx"],
  "batch-cover": ["pdf"],
  "class-list": ["pdf", "docx", "xlsx"],
  "cumulative-record": ["pdf", "docx"],
  "employee-information": ["pdf", "xlsx"],
  "id-cards": ["pdf"],
  "import-table": ["xlsx"],
  "mark-sheet": ["pdf", "xlsx"],
  "mark-sheet-to-fill-in": ["xlsx"],
  "password-letters": ["pdf"],
  "picture-list": ["pdf"],
  "registration-data": ["xlsx"],
  "registration-form": ["pdf", "docx"],
  "report-card": ["pdf", "docx"],
  "report-card-preview": ["svg"],
  transcript: ["pdf", "docx"],
} as const satisfies Record<Exclude<DocumentKind, keyof ListDataByKind>, Formats> &
  Partial<Record<DocumentKind, Formats>>;

/** The formats of lists. Other documents are in FORMATS. */
const LIST_FORMATS = ["pdf", "xlsx"] as const;

export type DocumentFormat = "pdf" | "xlsx" | "docx" | "svg";
export type DocumentKind = keyof DocumentData;
type Formats = readonly DocumentFormat[];
type FormatsByKind = typeof FORMATS &
  Record<Exclude<keyof ListDataByKind, keyof typeof FORMATS>, typeof LIST_FORMATS>;
export type FormatOf<Kind extends DocumentKind> = FormatsByKind[Kind][number];
export type DocumentJob<Kind extends DocumentKind = DocumentKind> = {
  [K in Kind]: { kind: K; format: FormatOf<K>; data: DocumentData[K] };
}[Kind];

const CONTENT_TYPES: Record<DocumentFormat, string> = {
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  svg: "image/svg+xml",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** A rendered file. For a PDF, `pages` has the page count of each document in the file, such as a report card. */
export type RenderedDocument = { bytes: Uint8Array; pages?: number[] };

/** A small server has two processor cores, so a third thread would not help. */
export const RENDER_THREADS = 2;
const TIME_LIMIT_MS = 30_000;
/** The heap limit of a thread. It is well above the need of a class with the longest report cards. */
const HEAP_MB = 512;

const pool = new ThreadPool({
  file: threadFile,
  size: RENDER_THREADS,
  timeLimitMs: TIME_LIMIT_MS,
  heapMb: HEAP_MB,
});

/** Renders a document in a worker thread, because rendering would keep the event loop from answering requests. */
export async function renderDocument<Kind extends DocumentKind>(
  job: DocumentJob<Kind>,
  turn: PoolJob = {},
): Promise<RenderedDocument> {
  const { missing, ...rendered } = await pool.run(job, turn);
  if (missing.length > 0) warnOfMissing(job.kind, missing);
  return rendered;
}

/** Loads everything that rendering needs, so that the first document of a process is as fast as later documents. */
export function warmDocuments(): void {
  pool.warm();
}

export function countWaitingDocuments(owner: number): number {
  return pool.waitingOf(owner);
}

/** Ends the threads. Documents that are being rendered fail; the next document starts the threads again. */
export function closeDocuments(): Promise<void> {
  return pool.close();
}

export function listDocumentFormats<Kind extends DocumentKind>(kind: Kind): readonly FormatOf<Kind>[] {
  const formats: Partial<Record<DocumentKind, Formats>> = FORMATS;
  return (formats[kind] ?? LIST_FORMATS) as readonly FormatOf<Kind>[];
}

/** Returns a version that changes when any file changes that affects the layout of this kind. */
export function layoutVersion(kind: DocumentKind | "join"): string {
  return versionOf(kind, findTemplatesFolder());
}

export function documentContentType(format: DocumentFormat): string {
  return CONTENT_TYPES[format];
}

/** Turns a title into a file name that every operating system accepts, such as `Mark sheet, Std 4.pdf`. */
export function documentFileName(title: string, format: DocumentFormat): string {
  const safe = title
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/[\\/:*?"<>|]/g, "-")
    .replace(/\s+/g, " ");
  return `${[...trimEnds(safe, /[ .]/)].slice(0, 120).join("") || "Document"}.${format}`;
}

/** Logs characters that are in no font, without the text around them, because logs must not contain students' names. */
function warnOfMissing(kind: DocumentKind, missing: readonly number[]): void {
  const codes = missing.map((codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`);
  process.emitWarning(`No font has ${codes.join(", ")}; printed as U+FFFD in a ${kind}.`, {
    type: "DocumentWarning",
    code: "TERMBOOK_MISSING_GLYPH",
  });
}

function threadFile(): string {
  return path.join(findTemplatesFolder(), "thread.mjs");
}

const known = new Map<string, string>();

/**
 * Hashes all files that affect the layout of a kind. The hash shows whether a stored document has an older layout, so
 * nobody has to increase a version number when a template changes.
 */
function versionOf(kind: string, root: string): string {
  const version = known.get(kind) ?? hashOf(filesOf(kind, root));
  known.set(kind, version);
  return version;
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256").update(versionOfPdfmake());
  for (const file of files) hash.update(path.basename(file)).update(readFileSync(file));
  return hash.digest("hex");
}

/** Lists the files of the kind's own folder and of `parts`. For a list, also lists the files of `list`. */
function filesOf(kind: string, root: string): string[] {
  const own = filesIn(path.join(root, kind));
  const isList = own.some((file) => readFileSync(file, "utf8").includes('from "../list/'));
  return [...own, ...(isList ? filesIn(path.join(root, "list")) : []), ...filesIn(path.join(root, "parts"))];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
}

function versionOfPdfmake(): string {
  const require = createRequire(path.resolve("package.json"));
  return (require("pdfmake/package.json") as { version: string }).version;
}
