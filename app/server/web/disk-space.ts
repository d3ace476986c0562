import { statfs } from "node:fs/promises";
import type { Log } from "#runtime/log.ts";

type Space = { bavail: number; bsize: number };

const MB = 1_000_000;
/** Enough space for a few thousand pictures, or for a day of a busy database. */
const LEAST_BYTES = 500 * MB;
const LOOK_EVERY_MS = 10 * 60_000;

/** Logs a warning as long as the disk is nearly full, early enough for somebody to act. */
export function watchDiskSpace(directory: string, log: Log): void {
  async function look(): Promise<void> {
    const warning = await statfs(directory).then(
      (space) => diskWarning(directory, space),
      () => null,
    );
    if (warning) log.warn(warning);
  }
  void look();
  setInterval(() => void look(), LOOK_EVERY_MS).unref();
}

function diskWarning(directory: string, { bavail, bsize }: Space): string | null {
  const left = bavail * bsize;
  if (left >= LEAST_BYTES) return null;
  return `The disk of DATA_DIR (${directory}) is nearly full: ${Math.floor(left / MB)} MB are left. Free some space, or pictures and documents can soon no longer be stored.`;
}
