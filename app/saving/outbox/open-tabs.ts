const CHANNEL = "termbook-pages";

/** The time for a page in another tab to answer, too short for anyone to notice. */
const ANSWER_MS = 150;

type Message = { ask: true } | { here: string };

/** Replies to other pages that this page is open. A page that crashed, or that the browser froze, does not reply. */
export function answerOtherTabs(page: string): void {
  const channel = openChannel();
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("ask" in data) channel.postMessage({ here: page } satisfies Message);
  };
}

/** Lists the other open pages of this browser. Each page sends its own unsent rows. */
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

/** Returns null in older browsers, and if storage is blocked. Every other page then counts as closed. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
