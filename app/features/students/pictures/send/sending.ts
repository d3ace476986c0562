import { BATCH_FILES } from "../uploads.ts";

export type Batch = {
  from: number;
  to: number;
  files: File[];
  state: "waits" | "sending" | "sent" | "refused";
};

/** What is being sent, and how far it is. */
export type Sending = {
  total: number;
  done: number;
  refused: number;
  batches: Batch[];
  /** Why it waits, while it tries again. */
  trouble: string | null;
  /** What was not taken at all, such as a ZIP that is none. */
  faults: { name: string; fault: string }[];
  isOver: boolean;
};

export function isUnderWay({ isOver }: Sending): boolean {
  return !isOver;
}

/** The server takes 250 MB; on a slow line smaller pieces lose less to a cut. */
const MOST_BATCH_BYTES = 30_000_000;

/** Twenty at a time; a ZIP goes alone. */
export function batchesOf(files: readonly File[]): Batch[] {
  const batches: Batch[] = [];
  let bytes = 0;
  for (const [place, file] of files.entries()) {
    const last = batches.at(-1);
    const joins =
      last !== undefined &&
      last.files.length < BATCH_FILES &&
      bytes + file.size <= MOST_BATCH_BYTES &&
      !isZip(file) &&
      !last.files.some(isZip);
    bytes = joins ? bytes + file.size : file.size;
    if (joins) {
      last.files.push(file);
      last.to = place + 1;
    } else batches.push({ from: place + 1, to: place + 1, files: [file], state: "waits" });
  }
  return batches;
}

function isZip({ name }: File): boolean {
  return /\.zip$/i.test(name);
}
