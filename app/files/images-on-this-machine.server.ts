import { basename } from "node:path";
import { onThisMachine, pathOf } from "./store.server.ts";
import { isName } from "./store/names.ts";

/**
 * Before a document is drawn: the pictures that its data name by their paths are brought to this machine, where the files
 * are kept elsewhere. One that is lost is left out by the drawing, and keeps no school from printing.
 */
export async function bringImages(data: unknown): Promise<void> {
  const names = new Set<string>();
  gather(data, names);
  await Promise.all([...names].map(onThisMachine));
}

function gather(data: unknown, names: Set<string>): void {
  if (typeof data === "string") return addName(data, names);
  if (typeof data !== "object" || data === null) return;
  for (const part of Object.values(data)) gather(part, names);
}

function addName(text: string, names: Set<string>): void {
  const name = basename(text);
  if (isName(name) && text === pathOf(name)) names.add(name);
}
