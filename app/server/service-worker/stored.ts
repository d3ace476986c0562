import { ACCOUNT_COOKIE, OFFLINE_CACHE, SERVICE_WORKER_SCOPE } from "#domain/offline-page.ts";
import {
  ACCOUNT_HEADER,
  createPageCopy,
  listPageFiles,
  isCopyShowable,
  TIME_HEADER,
  TITLE_HEADER,
  type ServedPage,
} from "./copy.ts";

export type StoredPage = {
  url: string;
  account: string | null;
  storedAt: string;
  title: string;
  response: Response;
};

type Files = { page: ServedPage; loaded: readonly string[] };

export async function readAccountCookie(): Promise<string | null> {
  return (await cookieStore.get(ACCOUNT_COOKIE.name))?.value ?? null;
}

/** Opens the cache before a page is requested. If a sign-out deletes the cache meanwhile, this page is deleted too. */
export function openPageCache(): Promise<Cache> {
  return caches.open(OFFLINE_CACHE);
}

/** Stores the page and its files in place of the earlier page. If the disk is full, nothing is stored. */
export async function savePageToCache({ page, loaded }: Files, cache: Cache): Promise<void> {
  const files = new URL("/assets/", page.url).href;
  const needed = listPageFiles(page.html).map((file) => new URL(file, page.url).href);
  const wanted = new Set([...needed, ...loaded.filter((url) => url.startsWith(files))]);
  const had = new Set((await cache.keys()).map(({ url }) => url));
  const missing = await Promise.all(needed.filter((url) => !had.has(url)).map(fileOf));
  try {
    const others = [...had].filter((url) => url !== page.url && !wanted.has(url));
    await Promise.all(others.map((url) => cache.delete(url)));
    await Promise.all(missing.map(({ url, response }) => cache.put(url, response)));
    await cache.put(page.url, createPageCopy(page));
  } catch (error) {
    await deleteStoredPage();
    throw error;
  }
  // Further files, such as the scripts of dialogs, are optional, because the page works without them.
  const more = [...wanted].filter((url) => !had.has(url) && !needed.includes(url));
  await cache.addAll(more).catch(() => undefined);
}

/** Finds the stored page of the signed-in account. A page of another account, or an outdated one, is deleted. */
export async function findStoredPage(): Promise<StoredPage | null> {
  const stored = await findStored();
  if (!stored) return null;
  if (isCopyShowable(stored, await readAccountCookie(), new Date())) return stored;
  await deleteStoredPage();
  return null;
}

export async function deleteStoredPage(): Promise<void> {
  await caches.delete(OFFLINE_CACHE);
}

/** Deletes the cookie that names the account, because without a network the server cannot delete it. */
export async function deleteAccountCookie(): Promise<void> {
  await Promise.all([deleteStoredPage(), cookieStore.delete({ ...ACCOUNT_COOKIE })]);
}

async function findStored(): Promise<StoredPage | null> {
  if (!(await caches.has(OFFLINE_CACHE))) return null;
  const cache = await openPageCache();
  const request = (await cache.keys()).find(({ url }) =>
    new URL(url).pathname.startsWith(SERVICE_WORKER_SCOPE),
  );
  const response = request && (await cache.match(request));
  if (!response) return null;
  const { headers } = response;
  return {
    url: request.url,
    account: headers.get(ACCOUNT_HEADER),
    storedAt: headers.get(TIME_HEADER) ?? "",
    title: decodeURIComponent(headers.get(TITLE_HEADER) ?? ""),
    response,
  };
}

/** Reads a file from the browser's HTTP cache, where it must be. A hash in its name shows that it is up to date. */
async function fileOf(url: string): Promise<{ url: string; response: Response }> {
  const response = await fetch(url, { cache: "force-cache" });
  if (!response.ok) throw new Error(`${url} could not be loaded`);
  return { url, response };
}
