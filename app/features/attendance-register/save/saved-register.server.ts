import {
  listRegisterChangesAfter,
  lockRegister,
  listRegisterRows,
  saveRegisterEntries,
  type RegisterStudentRow,
} from "#db/queries/attendance/registers.ts";
import { lockSchoolDaysShared } from "#db/queries/attendance/school-days.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { listMergedAwayReasons } from "#db/queries/people/merges/merges.ts";
import { type RegisterKey, registerUrl } from "#domain/paths.ts";
import { REGISTER_FIELDS, REGISTER_GROUPS, buildRegisterFields } from "#fields/attendance.ts";
import { columnsToValues, valuesToColumns } from "#fields/record.ts";
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import { findRegister, type FoundRegister } from "../find-register.server.ts";
import { findRegisterEntryRefusal, REGISTER_ENTRY_RULES } from "./entry.rules.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { formatHistoryEntries, loadHistory } from "#saving/server/row-history.server.ts";

/**
 * Defines how a register is saved: one row for each student, with the student's key as its id. The person who saves the
 * first rows is recorded as having marked the register.
 */
export const REGISTER_SAVE_DEFINITION: SaveDefinition<RegisterKey, FoundRegister, RegisterStudentRow> = {
  begin: (person, work, options) =>
    termTransaction(
      person,
      async (t) => {
        await lockSchoolDaysShared(t);
        return work(t);
      },
      options,
    ),
  find: findRegister,
  closed: ({ closed }) => closed,
  fields: ({ reasons }) => buildRegisterFields(reasons),
  atomicGroups: () => REGISTER_GROUPS,
  lock: ({ key }, _rows, t) => lockRegister(key, t),
  read: async ({ key }, students, t) => {
    const rows = await listRegisterRows({ ...key, students }, t);
    return new Map(rows.map((row) => [String(row.student_key), row]));
  },
  whyNoRow: ({ key }, students, t) =>
    listMergedAwayReasons(students, (stayed) => listRegisterRows({ ...key, students: stayed }, t), t),
  valuesOf: (_target, row) => toRegisterEntryValues(row),
  history: ({ key }, bases, t) => listRegisterChangesAfter({ ...key, bases }, t),
  rules: () => REGISTER_ENTRY_RULES,
  refusal: findRegisterEntryRefusal,
  store: ({ key, accountId }, writes, t) => {
    const entries = writes.map(({ values, stored: { student_key } }) => ({
      student_key,
      ...valuesToColumns(REGISTER_FIELDS, values),
    }));
    return saveRegisterEntries({ ...key, accountId, writes: entries }, t);
  },
  words: {
    notFound: "This student is not on the register. Open the register again.",
    noRow: "not in this class on that day",
    noField: "the register does not have this column",
  },
};

export function toRegisterEntryValues({
  state,
  reason,
  note,
}: Pick<RegisterStudentRow, "state" | "reason" | "note">) {
  return columnsToValues(REGISTER_FIELDS, { state, reason, note });
}

/** Lists the changes to one student's entry on a register, newest first. @throws notFound */
export async function loadRegisterEntryHistory(
  person: Person,
  key: RegisterKey,
  row: string,
): Promise<RowHistory> {
  const read = await loadHistory(REGISTER_SAVE_DEFINITION, { person, key, row });
  const { target, stored, fields } = read;
  return {
    about: formatRegisterName(stored),
    title: "",
    closeTo: registerUrl(key),
    version: stored.version,
    canPutBack: target.closed === null,
    entries: formatHistoryEntries(read, { names: [...fields.keys()], timeZone: target.calendar.time_zone }),
  };
}
