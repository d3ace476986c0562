const CHANNEL = "termbook-pages";

/** Enough for a page in another tab to say that it is there, and too little for anyone to wait for. */
const ANSWER_MS = 150;

type Message = { ask: true } | { here: string };

/** Answers for this page from now on; one that crashed, or was frozen by the browser, does not. */
export function answerOtherTabs(page: string): void {
  const channel = openChannel();
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("ask" in data) channel.postMessage({ here: page } satisfies Message);
  };
}

/** The other pages of this browser that answer: what they have not sent yet is theirs to send. */
export function openTabs(): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  const channel = openChannel();
  if (!channel) return Promise.resolve(open);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("here" in data) open.add(data.here);
  };
  channel.postMessage({ ask: true } satisfies Message);
  return new Promise((resolve) => {
    setTimeout(() => {
      channel.close();
      resolve(open);
    }, ANSWER_MS);
  });
}

/** Missing in older browsers, and refused where storage is blocked: then every other page counts as gone. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
