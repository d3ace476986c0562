import type { MarksSaved } from "../save/save-marks.server.ts";
import { CLOSED_WORDS } from "../save/sheet-words.rules.ts";

/** Why the one row that was sent is not saved, or null when it is. */
export function refusalOf(saved: MarksSaved): string | null {
  if (!saved.ok) return `Not put back: ${CLOSED_WORDS[saved.lock]}.`;
  const [result] = saved.results;
  if (result?.outcome === "refused") return `Not put back: ${result.reason}.`;
  if (result?.outcome === "conflict")
    return `${result.by} changed it meanwhile. Look at the newest entry, then decide.`;
  return null;
}
