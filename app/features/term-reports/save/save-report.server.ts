import { transaction } from "#db/index.ts";
import { termRecords } from "#db/queries/reports/term-records.ts";
import type { Transaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import type { Receipt, RowResult } from "#saving/protocol/protocol.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import type { WantedSave } from "#saving/server/save-rows.server.ts";
import { findReport } from "../find-report.server.ts";
import { recordToSave } from "./record-to-save.server.ts";
import { receiptOf, valuesOfRecord } from "./record-values.rules.ts";
import { normalisedRecord } from "./record.rules.ts";
import type { ReportKey } from "#domain/paths.ts";
import type { ReportLock } from "../rights.rules.ts";

export type ReportSaved =
  { ok: true; results: RowResult[]; receipt: Receipt } | { ok: false; lock: Exclude<ReportLock, "open"> };

/** Saves fields of one report under one save id, judged like a row of any sheet (design section 5). */
export function saveReport(
  person: Person,
  key: ReportKey,
  { saveId, rows }: { saveId: string; rows: readonly WantedSave[] },
): Promise<ReportSaved> {
  return transaction(
    person,
    async (t) => {
      const found = await findReport(person, key, t);
      if (found.lock !== "open") return { ok: false, lock: found.lock };
      const saving = await recordToSave(person, found, t);
      const results = await saveRows(saving, { saveId, rows: rows.map(settledSave) }, t);
      return { ok: true, results, receipt: await receiptOfReport(key, t) };
    },
    { saveId },
  );
}

function settledSave(save: WantedSave): WantedSave {
  return { ...save, changes: normalisedRecord(save.changes) };
}

async function receiptOfReport(key: ReportKey, t: Transaction): Promise<Receipt> {
  const [record] = await termRecords(key, t);
  return receiptOf(valuesOfRecord(record ?? {}));
}
