/** In the state of a way to the panel: the document that is to be uploaded there. */
export type WantedDocument = { type: string };

/** What the panel offers; any other type can be typed. */
export const DOCUMENT_TYPES = [
  "Letter of appointment",
  "Teaching licence",
  "Birth certificate",
  "Marriage certificate",
  "Qualification",
  "Police certificate of character",
  "Medical certificate",
] as const;

export const LONGEST_DOCUMENT_TYPE = 60;
/** Of one person: at 10 MB each nobody can fill the disk alone. */
export const MOST_DOCUMENTS = 50;

const KB = 1_000;
const MB = KB * KB;

/** `412 KB`, `3.1 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / KB))} KB`;
  return `${(bytes / MB).toFixed(1)} MB`;
}
