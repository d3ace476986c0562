import { askServer, isRecord } from "#saving/client/ask-server.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";

import type { Report } from "../report.ts";

/** How the way to another report ended: only from `here` can one go on without losing the page that is shown. */
export type Reachability = "here" | "signed-out" | "unreachable";

type Prefetched = { report: Report; at: number };

/** Older ones are asked for again: a colleague may write in the same class. */
const FRESH_MS = 5 * 60_000;

/** Reports that were fetched before anyone went to them, by their URL: NEXT is then a step, not a journey. */
const prefetched = new Map<string, Prefetched>();
const underWay = new Map<string, Promise<Reachability>>();
const taken = new WeakSet<Report>();
const watched = new WeakSet<SavingStore>();
/** Reports that were prefetched for an earlier page, which was left, are of an earlier generation. */
let generation = 0;

/** Fetches a report before anyone goes to it; a second wish waits for the first. */
export function prefetch(url: string): Promise<Reachability> {
  if (isPrefetched(url)) return Promise.resolve("here");
  const same = underWay.get(url) ?? fetchAndStore(url).finally(() => underWay.delete(url));
  underWay.set(url, same);
  return same;
}

/** What is saved to a report makes the prefetched one old, also when its page was left before the answer came. */
export function forgetWhenSaved(store: SavingStore, url: string): void {
  if (watched.has(store)) return;
  watched.add(store);
  store.onResults(() => void prefetched.delete(url));
}

/** No report stays here for longer than reports are looked at, nor for anybody else who signs in here. */
export function forgetPrefetched(): void {
  generation += 1;
  prefetched.clear();
}

/** The route's `clientLoader`: a prefetched report is shown at once, and only once. */
export async function reportFor(address: string, load: () => Promise<Report>): Promise<Report> {
  const url = new URL(address).pathname;
  const report = isPrefetched(url) ? prefetched.get(url)?.report : undefined;
  prefetched.delete(url);
  if (!report) return load();
  taken.add(report);
  return report;
}

/** Shown as it was fetched some time ago: the page asks whether there is a newer one. */
export function wasPrefetched(report: Report): boolean {
  return taken.has(report);
}

/** @returns null when it cannot be had now */
export async function fetchReport(url: string): Promise<Report | null> {
  const { report } = await attempt(url);
  return report;
}

async function fetchAndStore(url: string): Promise<Reachability> {
  const asked = generation;
  const { report, reached } = await attempt(url);
  if (report && asked === generation) {
    prefetched.set(url, { report, at: Date.now() });
    prefetchPicture(report);
  }
  return reached;
}

/** With the report, or it would be missing where the network is by then. */
function prefetchPicture({ student: { picture } }: Report) {
  if (picture) new Image().src = picture;
}

/** It can be shown without asking the server. */
export function isPrefetched(url: string): boolean {
  const found = prefetched.get(url);
  return found !== undefined && Date.now() - found.at < FRESH_MS;
}

type Attempt = { report: Report | null; reached: Reachability };

/** An answer that is not a report, such as 404, is for the ordinary way to show. */
async function attempt(url: string): Promise<Attempt> {
  const { kind, body } = await askServer(`${url}/prefetch`);
  if (kind === "signed-out") return { report: null, reached: "signed-out" };
  if (kind === "refused" || kind === "not-now") return { report: null, reached: "here" };
  if (kind !== "ok" || body === null) return { report: null, reached: "unreachable" };
  // Ours, and not a page that a network put in between.
  const isReport = isRecord(body) && body.url === url;
  return { report: isReport ? (body as Report) : null, reached: "here" };
}
