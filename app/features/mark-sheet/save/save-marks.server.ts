import { transaction } from "#db/index.ts";
import type { Transaction } from "#db/index.ts";
import { sheetRows } from "#db/queries/marks/mark-sheet.ts";
import type { SheetKey } from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import type { Receipt, RowResult } from "#saving/protocol/protocol.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import type { WantedSave } from "#saving/server/save-rows.server.ts";
import { findSheet } from "../sheet/find-sheet.server.ts";
import type { FoundSheet, SheetLock } from "../sheet/find-sheet.server.ts";
import { receiptOf, valuesOfMark } from "./mark-values.rules.ts";
import { marksToSave } from "./marks-to-save.server.ts";

export type MarksSaved =
  { ok: true; results: RowResult[]; receipt: Receipt } | { ok: false; lock: Exclude<SheetLock, "open"> };

/** Saves rows of one sheet under one save id, each judged on its own (design section 5). */
export function saveMarks(
  person: Person,
  key: SheetKey,
  { saveId, rows }: { saveId: string; rows: readonly WantedSave[] },
): Promise<MarksSaved> {
  return transaction(
    person,
    async (t) => {
      const sheet = await findSheet(person, key, t);
      if (sheet.lock !== "open") return { ok: false, lock: sheet.lock };
      const saving = await marksToSave(person, sheet, rows, t);
      const results = await saveRows(saving, { saveId, rows }, t);
      return { ok: true, results, receipt: await receiptOfSheet(sheet, t) };
    },
    { saveId },
  );
}

async function receiptOfSheet({ heading, key, rules }: FoundSheet, t: Transaction): Promise<Receipt> {
  const stored = await sheetRows(heading, key, t);
  return receiptOf(
    stored.map((mark) => valuesOfMark(mark, rules)),
    rules,
  );
}
