import { trimEnds } from "#domain/text/storable-text.ts";

const LONGEST = 120;
/** Longer names are cut before they are cleaned, because a name may have 64 KB. Cleaning shortens names further. */
const READ_AT_MOST = 4 * LONGEST;

/** Control characters, and characters with a special meaning in paths, in shells or on Windows. */
const UNWANTED = /[\p{C}\\/:*?"<>|]/gu;

/** More than four accents on a letter would overlap the neighbouring lines. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu;

/** Cleans a file name that a browser sent, so that it has no folders, leading dots or unusual characters. */
export function cleanFileNameWithExtension(given: string, extension: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const dot = last.lastIndexOf(".");
  const cleaned = last
    .slice(0, Math.min(dot < 0 ? last.length : dot, READ_AT_MOST))
    .replace(UNWANTED, " ")
    .replace(MARKS_TOO_MANY, "$1");
  const kept = [...trimEnds(cleaned, /[.\s]/)].slice(0, LONGEST - extension.length).join("");
  return `${kept || "document"}${extension}`;
}

/** Cleans a file name that a browser sent, and keeps its extension. */
export function cleanFileName(given: string): string {
  const [ending = ""] = /\.[a-z0-9]{1,5}$/i.exec(given) ?? [];
  return cleanFileNameWithExtension(given, ending);
}

/** Builds the file names of a Content-Disposition header (RFC 6266): in ASCII for old programs, and in full. */
export function fileNameParameters(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
