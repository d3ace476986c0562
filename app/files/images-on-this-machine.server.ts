import { basename } from "node:path";
import { onThisMachine, pathOf } from "./store.server.ts";
import { isName } from "./store/names.ts";

/**
 * Before a document is drawn, copies the pictures in its data to this machine when the files are stored elsewhere. A
 * missing picture is left out of the drawing, and keeps no school from printing.
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
