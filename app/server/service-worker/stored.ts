import { ACCOUNT_COOKIE, WORKER_SCOPE } from "#domain/offline-page.ts";
import { KEPT_STORE } from "#saving/offline/forget-offline-page.ts";
import { ACCOUNT_HEADER, copyOf, filesOf, isShowable, TIME_HEADER, TITLE_HEADER } from "./copy.ts";
import type { CopyFacts, GivenPage } from "./copy.ts";

export type Kept = CopyFacts & { keptAt: string; title: string; response: Response };

type Files = { page: GivenPage; loaded: readonly string[] };

/** Whose pages the server sends here; null when nobody is signed in. */
export async function accountHere(): Promise<string | null> {
  return (await cookieStore.get(ACCOUNT_COOKIE.name))?.value ?? null;
}

/** Opened before a page is asked for: once it is removed, by a sign-out meanwhile, nothing that is put in it is kept. */
export function openStore(): Promise<Cache> {
  return caches.open(KEPT_STORE);
}

/** In the place of what was kept. All that the page needs, or nothing: of a full disk, nothing. */
export async function keep({ page, loaded }: Files, store: Cache): Promise<void> {
  const files = new URL("/assets/", page.url).href;
  const needed = filesOf(page.html).map((file) => new URL(file, page.url).href);
  const wanted = new Set([...needed, ...loaded.filter((url) => url.startsWith(files))]);
  const had = new Set((await store.keys()).map(({ url }) => url));
  const missing = await Promise.all(needed.filter((url) => !had.has(url)).map(fileOf));
  try {
    const others = [...had].filter((url) => url !== page.url && !wanted.has(url));
    await Promise.all(others.map((url) => store.delete(url)));
    await Promise.all(missing.map(({ url, response }) => store.put(url, response)));
    await store.put(page.url, copyOf(page));
  } catch (error) {
    await forget();
    throw error;
  }
  // Such as the scripts of dialogs: the page does without.
  const more = [...wanted].filter((url) => !had.has(url) && !needed.includes(url));
  await store.addAll(more).catch(() => undefined);
}

/** What is kept for who is signed in here; for anybody else, or for too long, it is kept no more. */
export async function keptForHere(): Promise<Kept | null> {
  const kept = await findKept();
  if (!kept) return null;
  if (isShowable(kept, await accountHere(), new Date())) return kept;
  await forget();
  return null;
}

export async function forget(): Promise<void> {
  await caches.delete(KEPT_STORE);
}

/** Also without network, where the server does not take its cookie back. */
export async function forgetAccount(): Promise<void> {
  await Promise.all([forget(), cookieStore.delete({ ...ACCOUNT_COOKIE })]);
}

async function findKept(): Promise<Kept | null> {
  if (!(await caches.has(KEPT_STORE))) return null;
  const store = await openStore();
  const request = (await store.keys()).find(({ url }) => new URL(url).pathname.startsWith(WORKER_SCOPE));
  const response = request && (await store.match(request));
  if (!response) return null;
  const { headers } = response;
  return {
    url: request.url,
    account: headers.get(ACCOUNT_HEADER),
    keptAt: headers.get(TIME_HEADER) ?? "",
    title: decodeURIComponent(headers.get(TITLE_HEADER) ?? ""),
    response,
  };
}

/** The browser has it, as the page has just used it; names hold a hash, so that it is never out of date. */
async function fileOf(url: string): Promise<{ url: string; response: Response }> {
  const response = await fetch(url, { cache: "force-cache" });
  if (!response.ok) throw new Error(`${url} is not to be had`);
  return { url, response };
}
