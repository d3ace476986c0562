import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Transaction } from "#db/index.ts";
import { recordStoredFile } from "#db/queries/pictures.ts";
import { randomFileName } from "#runtime/ids.ts";
import { limitConcurrency } from "#runtime/limit-concurrency.ts";
import { readCompoundFile } from "./compound-file.server.ts";
import { decodePicture } from "./decode-picture.server.ts";
import type { ReceivedFile } from "./received-file.server.ts";
import { copyIntoStore } from "./store.server.ts";
import { findWordPackageKind, type WordPackageKind } from "./word-package.server.ts";

const MOST_DOCUMENT_MB = 10;
export const MAX_DOCUMENT_BYTES = MOST_DOCUMENT_MB * 1024 * 1024;

/** A document's type by its content. File name and the browser's content type are ignored. */
export type DocumentFileType = { extension: string; mediaType: string };
export type CheckedDocument = { ok: true; type: DocumentFileType } | { ok: false; fault: string };

const PDF = { extension: ".pdf", mediaType: "application/pdf" };
const JPEG = { extension: ".jpg", mediaType: "image/jpeg" };
const PNG = { extension: ".png", mediaType: "image/png" };
const DOC = { extension: ".doc", mediaType: "application/msword" };
const DOCX = {
  extension: ".docx",
  mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

const NO_DOCUMENT =
  "This is not a PDF, JPEG, PNG or Word file, even if its name says so. Choose another file.";
const EMPTY = "This file is empty. Choose another file.";
const LOCKED =
  "This file is locked with a password, so nobody here could open it. Save it without a password, then choose it again.";
const CUT_OFF =
  "This file is incomplete: it may have been cut off. Scan or save the document again, then choose the new file.";
const MACROS =
  "This file contains macros, which can do harm. Save it as a plain Word document (.docx), then choose that file.";
const TOO_LARGE = `This file is larger than ${MOST_DOCUMENT_MB} MB. Choose a smaller file.`;

/** Two documents are checked at a time, because each is held in memory. */
const inTurn = limitConcurrency(() => 2);

/** Checks an uploaded document. If it cannot be stored, the result says why, in words for the file field. */
export async function checkDocument({ path, bytes, tooLong }: ReceivedFile): Promise<CheckedDocument> {
  if (bytes === 0) return refused(EMPTY);
  if (tooLong) return refused(TOO_LARGE);
  const judged = await inTurn(async () => judge(await readFile(path)));
  if (judged.ok && (judged.type === JPEG || judged.type === PNG)) {
    const fault = await faultOfPicture(path);
    return fault === null ? judged : refused(fault);
  }
  return judged;
}

/** Stores a checked document and returns its file name for the database. */
export async function writeDocument(
  { path, bytes }: ReceivedFile,
  { extension, mediaType }: DocumentFileType,
  t: Transaction,
): Promise<string> {
  const fileName = randomFileName(extension);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  await copyIntoStore(fileName, path);
  const sha256 = hash.digest();
  await recordStoredFile(
    { fileName, kind: "document", mediaType, bytes, sha256, width: null, height: null },
    t,
  );
  return fileName;
}

async function judge(bytes: Buffer): Promise<CheckedDocument> {
  const start = bytes.toString("hex", 0, 8);
  if (start.startsWith("ffd8ff")) return { ok: true, type: JPEG };
  if (start === "89504e470d0a1a0a") return { ok: true, type: PNG };
  if (bytes.subarray(0, PDF_BEGINS_WITHIN).includes("%PDF-")) return judgePdf(bytes);
  if (start.startsWith("504b0304")) return judgeZip(bytes);
  return start === "d0cf11e0a1b11ae1" ? judgeOld(bytes) : refused(NO_DOCUMENT);
}

/** PDF readers accept some other bytes before the beginning and after the end of a PDF. */
const PDF_BEGINS_WITHIN = 1024;
const PDF_ENDS_WITHIN = 2048;

function judgePdf(bytes: Buffer): CheckedDocument {
  if (!bytes.subarray(-PDF_ENDS_WITHIN).includes("%%EOF")) return refused(CUT_OFF);
  return isLockedPdf(bytes) ? refused(LOCKED) : { ok: true, type: PDF };
}

const OF_PACKAGE: Readonly<Record<WordPackageKind, CheckedDocument>> = {
  document: { ok: true, type: DOCX },
  macros: refused(MACROS),
  locked: refused(LOCKED),
  other: refused(NO_DOCUMENT),
};

async function judgeZip(bytes: Buffer): Promise<CheckedDocument> {
  // A file that cannot be read to its end is incomplete or damaged.
  const kind = await findWordPackageKind(bytes).catch(() => null);
  return kind === null ? refused(CUT_OFF) : OF_PACKAGE[kind];
}

function judgeOld(bytes: Buffer): CheckedDocument {
  const kind = oldKind(bytes);
  return kind === null
    ? refused(CUT_OFF)
    : { ...OF_PACKAGE, document: { ok: true as const, type: DOC } }[kind];
}

/** Recognises a compound file: a Word document from before 2007, or an encrypted newer one. */
function oldKind(bytes: Buffer): WordPackageKind | null {
  try {
    const { entries, beginningOf } = readCompoundFile(bytes);
    // Stream names are compared without regard to case, as programs do.
    const named = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name);
    const text = named("worddocument");
    if (named("encryptedpackage") || (text && isEncrypted(beginningOf(text)))) return "locked";
    if (named("_vba_project")) return "macros";
    return text ? "document" : "other";
  } catch {
    return null;
  }
}

const FLAGS_AT = 10;
const ENCRYPTED = 0x0100;

/** Tells whether the flags at the beginning of the text mark it as encrypted ([MS-DOC], FibBase). */
function isEncrypted(text: Buffer | null): boolean {
  return text !== null && (text.readUInt16LE(FLAGS_AT) & ENCRYPTED) !== 0;
}

/**
 * Explains why a picture is rejected, or returns null. The picture is decoded as a check, but stored as it was sent.
 */
async function faultOfPicture(path: string): Promise<string | null> {
  const tiny = { width: 8, height: 8, fit: "fill" } as const;
  const decoded = await decodePicture(path, (picture) => picture.resize(tiny).raw().toBuffer());
  return decoded.ok ? null : (decoded.fault ?? CUT_OFF);
}

/** The longer side of a preview, at which a photographed page can be read. */
const PREVIEW_PIXELS = 1600;
const PREVIEW_QUALITY = 80;

/**
 * Encodes an uploaded picture again for the screen, so that a page never shows the uploaded bytes themselves. Returns
 * null if the picture cannot be decoded.
 */
export async function encodePreview(path: string): Promise<Buffer | null> {
  const fits = {
    width: PREVIEW_PIXELS,
    height: PREVIEW_PIXELS,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  const decoded = await decodePicture(path, (picture) =>
    picture.resize(fits).flatten({ background: "white" }).jpeg({ quality: PREVIEW_QUALITY }).toBuffer(),
  );
  return decoded.ok ? decoded.made : null;
}

function refused(fault: string): CheckedDocument {
  return { ok: false, fault };
}

const [PERCENT, SLASH, OPEN, CLOSE, BACKSLASH] = [..."%/()\\"].map((sign) => sign.charCodeAt(0));
const S = "s".charCodeAt(0);
const STREAM = Buffer.from("stream");
const END_OF_STREAM = Buffer.from("endstream");
const BLANK = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([..."()<>[]{}/%"].map((sign) => sign.charCodeAt(0)));
/** The length of `Encrypt` when every letter is written as a code: `#45#6e…`. */
const LONGEST = 3 * "Encrypt".length;
/** Matches the value of `Encrypt`: a reference such as `5 0 R`, or the beginning of a dictionary. */
const LOCK = /^(?:\d{1,10}\s+\d{1,5}\s+R|<<)/;
const LOOKED_AT = 40;

/**
 * Tells whether a PDF is encrypted, by the rules that PDF readers follow. A name may be written with codes and be
 * followed by a comment; the same word within texts, comments or streams does not count (ISO 32000, 7.2 and 7.3).
 */
function isLockedPdf(bytes: Buffer): boolean {
  const lastStream = bytes.lastIndexOf(END_OF_STREAM);
  for (let at = 0; at < bytes.length;) {
    const sign = bytes[at];
    if (sign === PERCENT) at = endOfLine(bytes, at);
    else if (sign === OPEN) at = endOfText(bytes, at);
    else if (sign === S && at < lastStream && isStreamAt(bytes, at))
      at = bytes.indexOf(END_OF_STREAM, at) + END_OF_STREAM.length;
    else if (sign === SLASH) {
      const end = endOfName(bytes, at + 1);
      if (isEncrypt(bytes.subarray(at + 1, end)) && isLockAt(bytes, end)) return true;
      at = end;
    } else at += 1;
  }
  return false;
}

function isEncrypt(name: Buffer): boolean {
  if (name.length > LONGEST) return false;
  const written = name.toString("latin1");
  return written.replace(/#([\da-f]{2})/gi, (_, code: string) => codeAsLetter(code)) === "Encrypt";
}

function codeAsLetter(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/** Tells whether the value of `Encrypt` begins here. Comments count as blanks, even within a reference. */
function isLockAt(bytes: Buffer, from: number): boolean {
  let words = "";
  for (let at = from; at < bytes.length && words.length < LOOKED_AT;) {
    if (bytes[at] === PERCENT) {
      words += " ";
      at = endOfLine(bytes, at);
    } else {
      words += String.fromCharCode(bytes[at] ?? 0);
      at += 1;
    }
  }
  return LOCK.test(words.trimStart());
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  return at;
}

/** Returns the end of a text. Brackets within it come in pairs or after a backslash. */
function endOfText(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === BACKSLASH) at += 1;
    else if (sign === OPEN) depth += 1;
    else if (sign === CLOSE && --depth === 0) return at + 1;
  }
  return bytes.length;
}

function isStreamAt(bytes: Buffer, at: number): boolean {
  if (!bytes.subarray(at, at + STREAM.length).equals(STREAM)) return false;
  const after = bytes[at + STREAM.length];
  return after === 10 || after === 13;
}

function endOfName(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const sign = bytes[at] ?? 0;
    if (BLANK.has(sign) || DELIMITERS.has(sign)) break;
  }
  return at;
}
