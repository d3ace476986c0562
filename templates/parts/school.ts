export type School = {
  name: string;
  motto: string | null;
  address: string | null;
  /** The path of an opaque JPEG. With transparency, pdfmake would decode the picture again on every use. */
  logo: string | null;
};

/** The time of printing: `at` is an instant for the file's own date, and `on` is the printed text. */
export type PrintTime = { at: string; on: string };
