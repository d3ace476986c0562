/** The school as its letterhead shows it. */
export type School = {
  name: string;
  motto: string | null;
  address: string | null;
  /** Path of an opaque JPEG: pdfmake would decode transparency again on every use. */
  logo: string | null;
};

/** When the paper was made: as an instant for the file's own date, and in the words printed on it. */
export type Printed = { at: string; on: string };
