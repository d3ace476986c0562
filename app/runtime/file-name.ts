import { trimEnds } from "#domain/text/storable-text.ts";

const LONGEST = 120;
/** Leaves room for characters that cleaning removes; a sender may name a file with 64 KB. */
const READ_AT_MOST = 4 * LONGEST;

/** Characters that no file name should have: folders, shell characters, and those that reverse the writing. */
const UNWANTED = /[\p{C}\\/:*?"<>|]/gu;

/** More marks on a letter would reach over the lines beside it. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu;

/** Cleans a file's name from its sender: no folders, leading dots or unusual characters. */
export function harmlessName(given: string, extension: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const dot = last.lastIndexOf(".");
  const cleaned = last
    .slice(0, Math.min(dot < 0 ? last.length : dot, READ_AT_MOST))
    .replace(UNWANTED, " ")
    .replace(MARKS_TOO_MANY, "$1");
  const kept = [...trimEnds(cleaned, /[.\s]/)].slice(0, LONGEST - extension.length).join("");
  return `${kept || "document"}${extension}`;
}

/** Cleans a file's name from its sender, and keeps its ending. */
export function harmlessFileName(given: string): string {
  const [ending = ""] = /\.[a-z0-9]{1,5}$/i.exec(given) ?? [];
  return harmlessName(given, ending);
}

/** Builds the name parameters of RFC 6266: old programs read the plain letters, others the exact name. */
export function fileNameParameters(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
