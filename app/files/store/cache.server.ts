import { createWriteStream } from "node:fs";
import { stat, utimes } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { now } from "#runtime/clock.ts";
import { log } from "#runtime/log.ts";
import { folderStore, storeWith, syncToDisk, unlessThere } from "./folder.server.ts";

const HOUR_MS = 3_600_000;
/** What nobody used for so long is taken from this machine: a class's pictures are looked at for days. */
const KEPT_MS = 48 * HOUR_MS;
/** Used again after so long it counts as new. */
const RENEWED_AFTER_MS = 12 * HOUR_MS;

const underWay = new Map<string, Promise<void>>();
let tidiedAt = 0;

type Place = { root: string; path: string };

/**
 * Keeps a copy on this machine of what is stored elsewhere: a renderer opens files by their paths, and a list shows the
 * same faces all day. Files are never written over, so that a copy is never out of date.
 */
export async function keepCopy({ root, path }: Place, read: () => Promise<Readable | null>): Promise<void> {
  const found = await stat(path).catch((error) => unlessThere(error, null));
  if (found) return renew(path, found.mtimeMs);
  // Whoever wants the same at once waits for the same.
  const copying = underWay.get(path) ?? copy(path, read).finally(() => underWay.delete(path));
  underWay.set(path, copying);
  await copying;
  await tidy(root).catch((error: unknown) =>
    log().warn({ err: error }, "old copies of files could not be removed"),
  );
}

async function copy(path: string, read: () => Promise<Readable | null>): Promise<void> {
  const source = await read();
  if (!source) return;
  await storeWith(path, async (draft) => {
    await pipeline(source, createWriteStream(draft, { flags: "wx" }));
    await syncToDisk(draft);
  });
}

async function renew(path: string, usedAt: number): Promise<void> {
  const moment = now();
  if (moment.getTime() - usedAt > RENEWED_AFTER_MS) await utimes(path, moment, moment).catch(() => undefined);
}

/** Also drafts of a process that was killed. */
async function tidy(root: string): Promise<void> {
  const moment = now().getTime();
  if (moment - tidiedAt < HOUR_MS) return;
  tidiedAt = moment;
  const folder = folderStore(root);
  for (const name of await folder.before(new Date(moment - KEPT_MS))) await folder.remove(name);
}
