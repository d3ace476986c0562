import { trimEnds } from "#domain/text/trim-ends.ts";

const LONGEST = 120;
/** Room for what cleaning takes away; a sender may name a file with 64 KB. */
const READ_AT_MOST = 4 * LONGEST;

/** What has no place in a name on any computer: folders, what a shell reads, what turns the writing round. */
const UNWANTED = /[\p{C}\\/:*?"<>|]/gu;

/** More marks on a letter reach over the lines beside it. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu;

/** A file's name as its sender gave it, made harmless: without folders, leading dots and what is no letter of a name. */
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

/** RFC 6266: old programs read the plain letters, others the name as it is. */
export function fileNameParameters(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
