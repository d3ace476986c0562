import { transaction } from "#db/index.ts";
import type { Transaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { randomId } from "#runtime/ids.ts";
import { valuesBefore } from "#saving/protocol/judge.ts";
import { changesAgainst, hasChanges } from "#saving/protocol/merge.ts";
import type { Values } from "#fields/value.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import type { SavedSheet } from "#saving/server/save-rows.server.ts";
import { findReport } from "../find-report.server.ts";
import { recordToSave } from "./record-to-save.server.ts";
import type { PostedReport } from "./report-form.server.ts";
import type { ReportKey } from "#domain/paths.ts";
import { CLOSED_WORDS } from "../rights.rules.ts";

export type ReportOutcome = { status: 200 | 409 | 422; outcome: RowOutcome };

/**
 * Saves the report's form as a browser without scripts posts it: every field, changed or not. What was changed is told
 * from what the record held at its base, so that an old page does not put old values back (design section 5).
 */
export function saveWholeReport(
  person: Person,
  key: ReportKey,
  posted: PostedReport,
): Promise<ReportOutcome> {
  // Each press of Save is a save of its own: after Back the same page may carry other values.
  const saveId = randomId();
  const row = String(key.studentKey);
  return transaction(
    person,
    async (t) => {
      const found = await findReport(person, key, t);
      const saving = await recordToSave(person, found, t);
      const changes = await changesOf(saving, { row, posted }, t);
      if (!hasChanges(changes)) return { status: 200, outcome: { state: "saved" } };
      if (found.lock !== "open") return turnedDown(changes, CLOSED_WORDS[found.lock]);
      const rows = [{ row, base: posted.base, changes }];
      const [result] = await saveRows(saving, { saveId, rows }, t);
      if (!result) throw new Error("a save of one row answered none");
      return outcomeOf(result, { changes, base: posted.base });
    },
    { saveId },
  );
}

async function changesOf(
  saving: SavedSheet,
  { row, posted }: { row: string; posted: PostedReport },
  t: Transaction,
): Promise<Values> {
  const stored = (await saving.lock([row], t)).get(row);
  const isStale = stored && stored.version !== posted.base;
  const history = isStale ? await saving.historyAfter(new Map([[row, posted.base]]), t) : new Map();
  return changesAgainst(
    valuesBefore(stored?.values ?? {}, history.get(row) ?? [], saving.blank),
    posted.values,
  );
}

function turnedDown(typed: Values, reason: string): ReportOutcome {
  return { status: 409, outcome: { state: "refused", reason, field: null, typed } };
}

/** What became of the report, with what was typed where it was not taken. */
function outcomeOf(
  result: RowResult,
  { changes: typed, base }: { changes: Values; base: number },
): ReportOutcome {
  if (result.outcome === "saved") return { status: 200, outcome: { state: "saved" } };
  if (result.outcome === "refused") {
    const { reason, field } = result;
    return { status: 422, outcome: { state: "refused", reason, field, typed } };
  }
  const { by, at, fields } = result;
  return { status: 409, outcome: { state: "changed", by, at, fields, typed, base } };
}
