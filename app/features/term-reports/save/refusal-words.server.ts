import { CLOSED_WORDS } from "../rights.rules.ts";
import type { ReportSaved } from "./save-report.server.ts";

/** Why a dialog's save of one field was not taken, or null when it was. @param notDone such as `Not put back` */
export function refusalOf(saved: ReportSaved, notDone: string): string | null {
  if (!saved.ok) return `${notDone}: ${CLOSED_WORDS[saved.lock]}.`;
  const [result] = saved.results;
  if (result?.outcome === "refused") return `${notDone}: ${result.reason}.`;
  if (result?.outcome === "conflict")
    return `${notDone}: ${result.by} changed it meanwhile. Look again, then decide.`;
  return null;
}
