import { PORTRAIT_SIZE } from "#domain/people/picture-crop.ts";
import { sessionEndedEmitter } from "#ui/form/form-result.ts";
import { MAX_BATCH_FILES, PICTURE_FILES_FIELD, PICTURE_SIZES_FIELD } from "./uploads.ts";

export type PictureUploadBatch = {
  from: number;
  to: number;
  files: File[];
  state: "waits" | "sending" | "sent" | "refused";
};

export type PictureUploadProgress = {
  total: number;
  done: number;
  refused: number;
  batches: PictureUploadBatch[];
  /** The reason why the upload is waiting for its next attempt. */
  trouble: string | null;
  /** Files that the server rejected as a whole, such as a broken ZIP. */
  faults: { name: string; fault: string }[];
  isOver: boolean;
};

export function isUploadUnderWay({ isOver }: PictureUploadProgress): boolean {
  return !isOver;
}

/** The pauses between attempts in milliseconds. Each pause is longer than the one before. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];
const CUT =
  "No connection, or the server did not answer. Termbook sends the rest automatically as soon as possible.";

const SIGNED_OUT = "You have been signed out. Sign in again, and Termbook sends the rest automatically.";

type Way = {
  url: string;
  author: string;
  isStopped: () => boolean;
  show: (sending: PictureUploadProgress) => void;
};
/** The response to a batch. `message` is the reason for an error, in the format of the API. */
type Answer = { refused?: number; known?: string[]; reason?: string; message?: string };

/** Sends one batch after the other. Each batch is repeated until it arrives. Returns the result of the upload. */
export async function uploadPictureBatches(files: File[], way: Way): Promise<PictureUploadProgress> {
  const sending: PictureUploadProgress = {
    total: files.length,
    done: 0,
    refused: 0,
    trouble: null,
    faults: [],
    isOver: false,
    batches: batchesOf(files),
  };
  const show = () => way.show({ ...sending, batches: [...sending.batches] });
  for (const batch of sending.batches) {
    if (way.isStopped()) break;
    batch.state = "sending";
    show();
    const answer = await untilThere(batch, way, (trouble) => {
      sending.trouble = trouble;
      show();
    });
    settle(sending, batch, answer);
  }
  sending.isOver = true;
  show();
  return sending;
}

/** Records the response to a batch. Null means that the upload was stopped before a response arrived. */
function settle(sending: PictureUploadProgress, batch: PictureUploadBatch, answer: Answer | null): void {
  batch.state = answer === null ? "waits" : answer.reason === undefined ? "sent" : "refused";
  if (answer === null) return;
  const { reason, refused = 0 } = answer;
  if (reason !== undefined) sending.faults.push({ name: batch.files[0]?.name ?? "", fault: reason });
  sending.refused += refused;
  sending.done += batch.files.length;
}

async function untilThere(
  { files }: PictureUploadBatch,
  way: Way,
  say: (trouble: string | null) => void,
): Promise<Answer | null> {
  for (let tries = 0; ; tries++) {
    let trouble = CUT;
    const answer = await send(files, way).catch((error: unknown) => {
      if (error instanceof SignedOut) trouble = SIGNED_OUT;
      return null;
    });
    say(answer === null ? trouble : null);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]));
    if (way.isStopped()) return null;
  }
}

/**
 * Sends the files of a batch that did not arrive in an earlier attempt.
 * @throws an error when there is no response
 */
async function send(files: readonly File[], { url, author }: Way): Promise<Answer> {
  const there = await answerOf(await fetch(url, HEADERS));
  if (there.reason !== undefined) return there;
  const missing = files.filter(({ name, size }) => !there.known?.includes(`${size} ${name}`));
  if (missing.length === 0) return {};
  const form = new FormData();
  form.set("author", author);
  form.set(PICTURE_SIZES_FIELD, missing.map(({ size }) => size).join(" "));
  for (const file of missing) form.append(PICTURE_FILES_FIELD, await shrunk(file), file.name);
  return answerOf(await fetch(url, { ...HEADERS, method: "POST", body: form }));
}

const HEADERS = { headers: { Accept: "application/json" } };
const SERVER_FAULT = 500;
const TOO_MANY = 429;
const UNAUTHENTICATED = 401;

class SignedOut extends Error {}

/**
 * Reads a response.
 * @throws an error when another attempt may succeed
 */
async function answerOf(response: Response): Promise<Answer> {
  if (response.status === UNAUTHENTICATED) {
    sessionEndedEmitter.notify();
    throw new SignedOut();
  }
  if (response.status >= SERVER_FAULT || response.status === TOO_MANY) throw new Error("not now");
  const answer = (await response.json()) as Answer;
  return response.ok
    ? answer
    : { ...answer, reason: answer.reason ?? answer.message ?? "The server did not accept this file." };
}

/** The largest batch in bytes. On a slow network, a broken connection loses less of a small batch. */
const MOST_BATCH_BYTES = 30_000_000;

/** Forms batches of at most twenty files. A ZIP has a batch of its own. */
function batchesOf(files: readonly File[]): PictureUploadBatch[] {
  const batches: PictureUploadBatch[] = [];
  let bytes = 0;
  for (const [place, file] of files.entries()) {
    const last = batches.at(-1);
    const joins =
      last !== undefined &&
      last.files.length < MAX_BATCH_FILES &&
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

/** Pictures are shrunk to twice the stored size, because the server still crops them to the face. */
const [WIDTH, HEIGHT] = [2 * PORTRAIT_SIZE.width, 2 * PORTRAIT_SIZE.height];

async function shrunk(file: File): Promise<Blob> {
  try {
    if (!file.type.startsWith("image/")) return file;
    const picture = await createImageBitmap(file);
    const scale = Math.max(WIDTH / picture.width, HEIGHT / picture.height);
    if (scale >= 1) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const paper = canvas.getContext("2d");
    if (!paper) return file;
    // Fills the background, because transparent areas would turn black in a JPEG.
    paper.fillStyle = "white";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
    return made && made.size < file.size ? made : file;
  } catch {
    return file;
  }
}
