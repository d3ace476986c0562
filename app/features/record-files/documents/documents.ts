/** The state of a link to the panel, which names the type of document to upload. */
export type WantedDocument = { type: string };

/** The types that the panel offers; any other type can be typed. */
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
/** The limit for one person: at 10 MB each, nobody can fill the disk alone. */
export const MOST_DOCUMENTS = 50;

const KB = 1_000;
const MB = KB * KB;

/** Returns a size such as `412 KB` or `3.1 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / KB))} KB`;
  return `${(bytes / MB).toFixed(1)} MB`;
}
