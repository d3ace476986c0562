import { basename } from "node:path";
import { ensureLocalFile, getLocalPath } from "./store.server.ts";
import { isStoredFileName } from "./store/file-store.ts";

/**
 * Copies the pictures that a document contains to this machine, if they are stored elsewhere, before the document is
 * rendered. A missing picture is left out, so that the document can still be printed.
 */
export async function copyImagesToThisMachine(data: unknown): Promise<void> {
  const names = new Set<string>();
  gather(data, names);
  await Promise.all([...names].map(ensureLocalFile));
}

function gather(data: unknown, names: Set<string>): void {
  if (typeof data === "string") return addName(data, names);
  if (typeof data !== "object" || data === null) return;
  for (const part of Object.values(data)) gather(part, names);
}

function addName(text: string, names: Set<string>): void {
  const name = basename(text);
  if (isStoredFileName(name) && text === getLocalPath(name)) names.add(name);
}
