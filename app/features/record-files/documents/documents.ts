/** A document of somebody's record as the panel shows it. */
export type ShownDocument = {
  id: number;
  description: string;
  /** `appointment-letter.pdf, 412 KB`. */
  file: string;
  /** `PDF, 12 Jan 2026`. */
  brief: string;
  /** `12 Jan 2026 by W. Gomez`. */
  uploaded: string;
  url: string;
  /** Whether it is this person's to delete and to send again. */
  isMine: boolean;
};

/** What the panel shows: what there is, and where its script sends a file. */
export type ShownDocuments = {
  documents: ShownDocument[];
  upload: string;
  /** The types that there is one document of at most; null where there can be any, as often as one likes. */
  types: readonly string[] | null;
  /** Whether this person may add some. */
  adds: boolean;
};

/** In the state of a way to the panel: the document that is to be uploaded there. */
export type WantedDocument = { type: string };

/** What came of the last form of the panel that was not taken. */
export type DocumentRefused = {
  /** The document that was to be sent again; null for a new one. */
  replaces: number | null;
  /** Beside which field it stands. */
  field: "file" | "description";
  fault: string;
  description: string;
};

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

export function uploadedWords({ description }: { description: string }): string {
  return `${description} uploaded.`;
}

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
