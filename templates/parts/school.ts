export type School = {
  name: string;
  motto: string | null;
  address: string | null;
  /** The path of an opaque JPEG: pdfmake would decode transparency again on every use. */
  logo: string | null;
};

/** The time of printing: an instant for the file's own date, and the words printed on it. */
export type Printed = { at: string; on: string };
