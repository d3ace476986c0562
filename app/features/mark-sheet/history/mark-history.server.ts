import { noTransaction } from "#db/index.ts";
import { listCorrectedValues } from "#db/queries/entry/corrected-values.ts";
import type { SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { listOnlyCorrectable } from "#domain/entry/corrections.ts";
import { registerName } from "#domain/names.ts";
import { isWritableThisTerm } from "#domain/lock.ts";
import type { Person } from "#domain/person.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { formatHistoryEntries, loadHistory } from "#saving/server/row-history.server.ts";
import { SHEET_SAVE_DEFINITION } from "../save/saved-sheet.server.ts";
import { sheetUrl } from "#domain/paths.ts";

/** Loads the changes to one student's row of a mark sheet, newest first. @throws notFound */
export async function loadMarkHistory(person: Person, key: SheetKey, row: string): Promise<RowHistory> {
  const read = await loadHistory(SHEET_SAVE_DEFINITION, { person, key, row });
  const { target, stored, fields } = read;
  const { heading, lock } = target;
  const ofStudent = {
    academicTermId: key.academicTermId,
    classIds: [heading.class_id],
    studentKey: Number(row),
  };
  const corrected = heading.is_current ? [] : await listCorrectedValues(ofStudent, noTransaction);
  const only = listOnlyCorrectable(heading.corrections);
  return {
    about: registerName({ firstName: stored.first_name, lastName: stored.last_name }),
    title: "",
    closeTo: sheetUrl(key),
    version: stored.version,
    canPutBack: isWritableThisTerm(lock) && (only === null || only.includes(Number(row))),
    entries: formatHistoryEntries(read, {
      names: [...fields.keys()],
      timeZone: heading.time_zone,
      reasons: new Map(corrected.map(({ version, reason }) => [version, reason])),
    }),
  };
}
