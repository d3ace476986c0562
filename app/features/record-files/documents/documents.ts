/** The state of a link to the panel: the type of document to upload. */
export type DocumentLinkState = { type: string };

/** The document types that the panel offers. Any other type can be typed. */
export const DOCUMENT_TYPES = [
  "Letter of appointment",
  "Teaching licence",
  "Birth certificate",
  "Marriage certificate",
  "Qualification",
  "Police certificate of character",
  "Medical certificate",
] as const;

export const MAX_DOCUMENT_TYPE_LENGTH = 60;
/** The most documents of one person: at 10 MB each, one record cannot fill the disk. */
export const MAX_DOCUMENTS = 50;
