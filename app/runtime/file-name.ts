const LONGEST = 120;

/** What has no place in a name on any computer: folders, what a shell reads, what turns the writing round. */
const UNWANTED = /[\p{C}\\/:*?"<>|]/gu;

/** More marks on a letter reach over the lines beside it. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu;

/** A file's name as its sender gave it, made harmless: without folders, leading dots and what is no letter of a name. */
export function harmlessName(given: string, extension: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? "";
  const stem = last
    .replace(/\.[^.]*$/, "")
    .replace(UNWANTED, " ")
    .replace(MARKS_TOO_MANY, "$1")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const kept = [...stem].slice(0, LONGEST - extension.length).join("");
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
