import { noTransaction } from "#db/index.ts";
import type { Visit } from "#access/session.server.ts";
import { backupsTried } from "#db/queries/jobs/backups.ts";
import { formatMoment } from "#domain/dates.ts";
import { readBackupState } from "#files/backup/read-backup-state.server.ts";
import type { Health } from "./health-page.tsx";

/** A fortnight, with a night's further attempts. */
const MOST_SHOWN = 20;

const OUTCOMES = { whole: "Made", incomplete: "Not complete", failed: "Failed" } as const;

export async function readHealth({ school }: Visit): Promise<Health> {
  const [backup, tried] = await Promise.all([
    readBackupState(),
    backupsTried({ most: MOST_SHOWN }, noTransaction),
  ]);
  return {
    backup,
    tried: tried.map((each) => ({
      id: each.backup_id,
      at: formatMoment(each.begun_at, school.timeZone),
      outcome: OUTCOMES[each.outcome],
      isTrouble: each.outcome !== "whole",
      file: each.file_name,
      size: each.bytes === null ? "" : `${(each.bytes / 1e6).toFixed(1)} MB`,
      version: each.version,
      fault: each.fault,
    })),
  };
}
