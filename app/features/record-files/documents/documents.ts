export type DocumentLinkState = { type: string };

/** The document types that the panel suggests. A person may also type another one. */
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
/** The largest number of documents of one person. With 10 MB each, one record cannot fill the disk. */
export const MAX_DOCUMENTS = 50;
