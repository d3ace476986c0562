const CHANNEL = "termbook-pages";

/** The time in which a page in another tab must reply. It is too short for a person to notice. */
const ANSWER_MS = 150;

type Message = { ask: true } | { here: string };

/** Tells other tabs that this page is open. A page that crashed or that the browser has frozen does not reply. */
export function announceTab(page: string): void {
  const channel = openChannel();
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("ask" in data) channel.postMessage({ here: page } satisfies Message);
  };
}

/** Lists the other open pages in this browser. Each of them sends its own unsent rows. */
export function listOpenTabs(): Promise<ReadonlySet<string>> {
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

/** Opens the channel to other tabs. Without one, as in older browsers, all other pages count as closed. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
