import { fetchJson, isPlainObject } from "#saving/client/fetch-json.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import type { Report } from "../report.ts";

/** The result of fetching another report. Only with `here` can the page change without losing this report. */
type PrefetchResult = "here" | "signed-out" | "unreachable";

type Prefetched = { report: Report; at: number };

/** A report prefetched longer ago is fetched again, because a colleague may be writing in the same class. */
const FRESH_MS = 5 * 60_000;

/** Reports by URL, fetched before the user opens them, so that NEXT needs no request. */
const prefetched = new Map<string, Prefetched>();
const underWay = new Map<string, Promise<PrefetchResult>>();
const taken = new WeakSet<Report>();
const watched = new WeakSet<SavingStore>();
/** A count of the times that the user left the reports. Responses to earlier requests are dropped. */
let generation = 0;

/** Fetches a report before the user opens it. A second call for the same report waits for the first request. */
export function prefetchReport(url: string): Promise<PrefetchResult> {
  if (isReportPrefetched(url)) return Promise.resolve("here");
  const same = underWay.get(url) ?? fetchAndStore(url).finally(() => underWay.delete(url));
  underWay.set(url, same);
  return same;
}

/**
 * Discards a prefetched report when one of its saves succeeds, even if the response arrives after the user has left it.
 */
export function discardPrefetchWhenSaved(store: SavingStore, url: string): void {
  if (watched.has(store)) return;
  watched.add(store);
  store.onResults(() => void prefetched.delete(url));
}

/** Removes prefetched reports, so that the next person who signs in here cannot see them. */
export function discardPrefetchedReports(): void {
  generation += 1;
  prefetched.clear();
}

/** The route's `clientLoader`. Shows a prefetched report without a request, but only once. */
export async function loadPrefetchedOrFetch(address: string, load: () => Promise<Report>): Promise<Report> {
  const url = new URL(address).pathname;
  const report = isReportPrefetched(url) ? prefetched.get(url)?.report : undefined;
  prefetched.delete(url);
  if (!report) return load();
  taken.add(report);
  return report;
}

/** Returns whether the report was prefetched. The page then also has to load a newer version. */
export function wasReportPrefetched(report: Report): boolean {
  return taken.has(report);
}

/** Fetches a report. Returns null if that is not possible now. */
export async function fetchReport(url: string): Promise<Report | null> {
  const { report } = await attempt(url);
  return report;
}

async function fetchAndStore(url: string): Promise<PrefetchResult> {
  const input = generation;
  const { report, reached } = await attempt(url);
  if (report && input === generation) {
    prefetched.set(url, { report, at: Date.now() });
    prefetchPicture(report);
  }
  return reached;
}

/** Prefetches the student's picture too, so that the report has it if the network fails. */
function prefetchPicture({ student: { picture } }: Report) {
  if (picture) new Image().src = picture;
}

/** Returns whether the report can be shown without asking the server. */
export function isReportPrefetched(url: string): boolean {
  const found = prefetched.get(url);
  return found !== undefined && Date.now() - found.at < FRESH_MS;
}

type Attempt = { report: Report | null; reached: PrefetchResult };

/** Fetches a report. A response such as a 404 counts as reachable: ordinary navigation then shows it. */
async function attempt(url: string): Promise<Attempt> {
  const { kind, body } = await fetchJson(`${url}/prefetch`);
  if (kind === "signed-out") return { report: null, reached: "signed-out" };
  if (kind === "refused" || kind === "not-now") return { report: null, reached: "here" };
  if (kind !== "ok" || body === null) return { report: null, reached: "unreachable" };
  // A body with this URL comes from Termbook, and not from the sign-in page of a public network.
  const isReport = isPlainObject(body) && body.url === url;
  return { report: isReport ? (body as Report) : null, reached: "here" };
}
