export type School = {
  name: string;
  motto: string | null;
  address: string | null;
  /** The path of an opaque JPEG, because pdfmake would decode transparency again on every use. */
  logo: string | null;
};

/** The time of printing: `at` is an instant for the file's own date, `on` the text printed on the document. */
export type PrintTime = { at: string; on: string };
