/** A file that the demo makes, with the row of the file store that it gets. */
export type DrawnFile = {
  name: string;
  kind: string;
  mediaType: string;
  /** Of a picture. */
  width: number | null;
  height: number | null;
  content: Buffer;
};
