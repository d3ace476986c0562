import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Backup } from "../../models/installation.ts";

export type BackupRecord = Pick<Backup, "begun_at" | "outcome" | "file_name" | "bytes" | "fault">;

/** Records an attempt at a backup, with the version of the tables, which a restore needs. */
export function recordBackupAttempt(made: BackupRecord, t: Transaction): Promise<void> {
  return runQuery(
    `insert into backups (begun_at, ended_at, version, outcome, file_name, bytes, fault)
     select $begun_at, greatest(now(), $begun_at), max(m.name collate "C"), $outcome, $file_name, $bytes, $fault
       from migrations m`,
    made,
    t,
  );
}

/**
 * Returns the latest backup and the latest failure, the more recent one first; either may be missing. Their order is
 * the order of recording, because the machine's clock may have been wrong.
 */
export function findLastBackups(t: ReadTransaction): Promise<Backup[]> {
  return queryRows<Backup>(
    `select ${COLUMNS}
       from (select distinct on (outcome = 'failed') ${COLUMNS}
               from backups
              order by outcome = 'failed', backup_id desc) b
      order by backup_id desc`,
    [],
    t,
  );
}

export function listBackupAttempts(params: { most: number }, t: ReadTransaction): Promise<Backup[]> {
  return queryRows<Backup>(`select ${COLUMNS} from backups order by backup_id desc limit $most`, params, t);
}

const COLUMNS = "backup_id, begun_at, ended_at, version, outcome, file_name, bytes, fault";
