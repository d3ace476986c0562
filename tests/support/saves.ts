import type { MarkSheetKey } from "#db/queries/marks/mark-sheet.ts";
import type { Person } from "#domain/person.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import type { ReportKey } from "#domain/paths.ts";
import { REPORT_SAVE_DEFINITION } from "#features/term-reports/save/saved-report.server.ts";
import { formatFieldText } from "#fields/kind.ts";
import type { FieldValues } from "#fields/value.ts";
import { errorKind } from "#runtime/errors.ts";
import type { PostedRow } from "#saving/server/posted-rows.server.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";

type Save = Parameters<typeof saveRows>[2];

export function saveMarks(person: Person, key: MarkSheetKey, save: Save) {
  return saveRows(MARK_SHEET_SAVE_DEFINITION, { person, key }, save);
}

export function saveReport(person: Person, key: ReportKey, save: Save) {
  return saveRows(REPORT_SAVE_DEFINITION, { person, key }, save);
}

/** Repeats a request until there is a response, as a device does when the network or the server is busy. */
export async function retryUntilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (errorKind(error) !== "unavailable") throw error;
    }
  }
}

export function buildPostedRow(row: number | string, base: number, values: FieldValues): PostedRow {
  const texts = Object.entries(values).map(([name, value]) => [name, formatFieldText(value)] as const);
  return { row: String(row), base, texts: new Map(texts) };
}
