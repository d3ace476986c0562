import { chmodSync, mkdirSync } from "node:fs";

/** The directory can be passed through but not listed: the embedded database runs as another user when we are root. */
const ENTER_ONLY = 0o711;

/** Creates a directory that others may pass through; an existing one keeps its permissions. */
export function makeEnterable(directory: string): void {
  const made = mkdirSync(directory, { recursive: true });
  if (made) chmodSync(directory, ENTER_ONLY);
}
