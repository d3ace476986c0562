import { studentTabVisibleTo, type VisibleStudent } from "#access/visible-student.server.ts";
import { queryAll, type Reading } from "#db/index.ts";
import { ethnicGroups, religions } from "#db/queries/people/groups.ts";
import { recordChanges } from "#db/queries/people/record-changes.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import { storeStudentTab, studentTabRows } from "#db/queries/people/student-tabs.ts";
import type { FieldTab, TabRules } from "#fields/people/student.ts";
import { savedRecord, type RecordRow } from "#saving/server/saved-record.server.ts";
import { fieldsOf } from "./fields.ts";

export type FieldsKey = { studentKey: number; tab: FieldTab };

/** A tab of a student's record, as far as it may be seen. */
export type FoundFields = FieldsKey & { student: VisibleStudent; rules: TabRules };

/** Personal, Medical and Family: rows of the student, whose fields are saved one by one. */
export const SAVED_FIELDS = savedRecord<FieldsKey, FoundFields>({
  find: async (person, key, t) => {
    const student = await studentTabVisibleTo(person, key, t);
    return { ...key, student, rules: await rulesOf(key.tab, t) };
  },
  closed: ({ student }) =>
    student.manages ? null : { why: "not-yours", words: "what stands here is entered by the office" },
  fields: ({ rules }, row) => fieldsOf(rules, String(row?.columns.row ?? "")),
  lock: ({ studentKey: id }, t) => lockRecord({ kind: "student", id }, t),
  read: async ({ studentKey, tab }, t) => {
    const found = await studentTabRows({ studentKey, tab }, t);
    return new Map(
      found.map(({ version, ...columns }): [number, RecordRow] => [columns.row, { version, columns }]),
    );
  },
  history: ({ studentKey, tab }, { row, base }, t) => {
    const rowId = tab === "family" ? `${studentKey}:${row}` : String(studentKey);
    return recordChanges({ table: `student_${tab}`, rowId, row, base }, t);
  },
  store: ({ studentKey, tab }, { row, columns }, t) => storeStudentTab({ studentKey, tab, row, columns }, t),
  words: {
    notFound: "There is no such student, or the record is not yours to see.",
    noRow: "not a part of this student's record",
    noField: "this part of the record has no such field",
  },
});

/** What the fields of a tab take: Personal the school's own lists. */
export async function rulesOf(tab: FieldTab, t: Reading): Promise<TabRules> {
  if (tab !== "personal") return { tab, ethnicGroups: [], religions: [] };
  const [ethnic, religious] = await queryAll([() => ethnicGroups(t), () => religions(t)], t);
  return {
    tab,
    ethnicGroups: ethnic.map(({ ethnic_group_id: id, grouping }) => ({ id, grouping })),
    religions: religious.map(({ religion_id: id, grouping }) => ({ id, grouping })),
  };
}
