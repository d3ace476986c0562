import { fetchJson, isRecord } from "#saving/client/fetch-json.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import type { Report } from "../report.ts";

/** The result of reaching another report; only `here` allows the user to go on without losing the current page. */
export type Reachability = "here" | "signed-out" | "unreachable";

type Prefetched = { report: Report; at: number };

/** Older reports are fetched again, because a colleague may write in the same class. */
const FRESH_MS = 5 * 60_000;

/** Reports by their address, fetched before the user goes to them, so that NEXT needs no request. */
const prefetched = new Map<string, Prefetched>();
const underWay = new Map<string, Promise<Reachability>>();
const taken = new WeakSet<Report>();
const watched = new WeakSet<SavingStore>();
/** Reports that were prefetched for a page that has since been left belong to an earlier generation. */
let generation = 0;

/** Fetches a report before the user goes there; a second call waits for the first. */
export function prefetch(url: string): Promise<Reachability> {
  if (isPrefetched(url)) return Promise.resolve("here");
  const same = underWay.get(url) ?? fetchAndStore(url).finally(() => underWay.delete(url));
  underWay.set(url, same);
  return same;
}

/** A save makes the prefetched report stale, even if the response arrives after its page was left. */
export function discardPrefetchWhenSaved(store: SavingStore, url: string): void {
  if (watched.has(store)) return;
  watched.add(store);
  store.onResults(() => void prefetched.delete(url));
}

/**
 * Removes prefetched reports when the user leaves the reports, so that none stays for another person who signs in here.
 */
export function discardPrefetched(): void {
  generation += 1;
  prefetched.clear();
}

/** Implements the route's `clientLoader`: a prefetched report is shown at once, and only once. */
export async function reportFor(address: string, load: () => Promise<Report>): Promise<Report> {
  const url = new URL(address).pathname;
  const report = isPrefetched(url) ? prefetched.get(url)?.report : undefined;
  prefetched.delete(url);
  if (!report) return load();
  taken.add(report);
  return report;
}

/** Tells whether the report was fetched some time ago, so that the page has to ask for a newer one. */
export function wasPrefetched(report: Report): boolean {
  return taken.has(report);
}

/** Returns null when the report cannot be fetched now. */
export async function fetchReport(url: string): Promise<Report | null> {
  const { report } = await attempt(url);
  return report;
}

async function fetchAndStore(url: string): Promise<Reachability> {
  const input = generation;
  const { report, reached } = await attempt(url);
  if (report && input === generation) {
    prefetched.set(url, { report, at: Date.now() });
    prefetchPicture(report);
  }
  return reached;
}

/** Without its picture, a prefetched report would have a gap if the network fails by then. */
function prefetchPicture({ student: { picture } }: Report) {
  if (picture) new Image().src = picture;
}

/** Tells whether the report can be shown without asking the server. */
export function isPrefetched(url: string): boolean {
  const found = prefetched.get(url);
  return found !== undefined && Date.now() - found.at < FRESH_MS;
}

type Attempt = { report: Report | null; reached: Reachability };

/** A response that is not a report, such as a 404, is left to ordinary navigation. */
async function attempt(url: string): Promise<Attempt> {
  const { kind, body } = await fetchJson(`${url}/prefetch`);
  if (kind === "signed-out") return { report: null, reached: "signed-out" };
  if (kind === "refused" || kind === "not-now") return { report: null, reached: "here" };
  if (kind !== "ok" || body === null) return { report: null, reached: "unreachable" };
  // A body with this address is from Termbook, and not a page that a network put in between.
  const isReport = isRecord(body) && body.url === url;
  return { report: isReport ? (body as Report) : null, reached: "here" };
}
