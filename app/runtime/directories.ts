import { chmodSync, mkdirSync } from "node:fs";

/** To pass through but not to list: the embedded database runs as another user when we are root. */
const ENTER_ONLY = 0o711;

/** Makes a directory that others may pass through; one that is there already keeps the rights it has. */
export function makeEnterable(directory: string): void {
  const made = mkdirSync(directory, { recursive: true });
  if (made) chmodSync(directory, ENTER_ONLY);
}
