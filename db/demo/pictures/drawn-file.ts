/** A file that the demo creates, with its row in the file store. */
export type DrawnFile = {
  name: string;
  kind: string;
  mediaType: string;
  /** The size of a picture; null for other files. */
  width: number | null;
  height: number | null;
  content: Buffer;
};
