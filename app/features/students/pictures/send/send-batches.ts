import { batchesOf, type Batch, type Sending } from "./sending.ts";
import { signedOut } from "#ui/page/act-in-place.ts";
import { shrunk } from "./shrunk.ts";
import { FILES_FIELD, SIZES_FIELD } from "../uploads.ts";

/** How long it waits before it tries again, longer each time. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000];
const CUT = "The connection is gone, or the server does not answer. It goes on by itself where it was.";

const SIGNED_OUT = "You were signed out. Sign in again: it goes on by itself where it was.";

type Way = { url: string; author: string; isStopped: () => boolean; show: (sending: Sending) => void };
/** `message`: why a refusal is one, as the calls say it. */
type Answer = { refused?: number; known?: string[]; reason?: string; message?: string };

/** One batch after another, each until it is there. @returns what became of them */
export async function sendBatches(files: File[], way: Way): Promise<Sending> {
  const sending: Sending = {
    ...{ total: files.length, done: 0, refused: 0, trouble: null, faults: [], isOver: false },
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

/** @param answer null where it was stopped before there was one */
function settle(sending: Sending, batch: Batch, answer: Answer | null): void {
  batch.state = answer === null ? "waits" : answer.reason === undefined ? "sent" : "refused";
  if (answer === null) return;
  const { reason, refused = 0 } = answer;
  if (reason !== undefined) sending.faults.push({ name: batch.files[0]?.name ?? "", fault: reason });
  sending.refused += refused;
  sending.done += batch.files.length;
}

async function untilThere(
  { files }: Batch,
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

/** What came through before a cut is not sent again. @throws where no answer came */
async function send(files: readonly File[], { url, author }: Way): Promise<Answer> {
  const there = await answerOf(await fetch(url, HEADERS));
  if (there.reason !== undefined) return there;
  const missing = files.filter(({ name, size }) => !there.known?.includes(`${size} ${name}`));
  if (missing.length === 0) return {};
  const form = new FormData();
  form.set("author", author);
  form.set(SIZES_FIELD, missing.map(({ size }) => size).join(" "));
  for (const file of missing) form.append(FILES_FIELD, await shrunk(file), file.name);
  return answerOf(await fetch(url, { ...HEADERS, method: "POST", body: form }));
}

const HEADERS = { headers: { Accept: "application/json" } };
const SERVER_FAULT = 500;
const TOO_MANY = 429;
const UNAUTHENTICATED = 401;

class SignedOut extends Error {}

/** @throws for what is worth another try */
async function answerOf(response: Response): Promise<Answer> {
  if (response.status === UNAUTHENTICATED) {
    signedOut.notify();
    throw new SignedOut();
  }
  if (response.status >= SERVER_FAULT || response.status === TOO_MANY) throw new Error("not now");
  const answer = (await response.json()) as Answer;
  return response.ok ? answer : { ...answer, reason: answer.reason ?? answer.message ?? "It was not taken." };
}
