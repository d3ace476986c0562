import { employeeVisibleTo, type VisibleEmployee } from "#access/visible.server.ts";
import type { Reading, Transaction } from "#db/index.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import type { RowChange } from "#db/queries/row-change.ts";
import type { Closed } from "#domain/lock.ts";
import { tabFields, type TabRules } from "#fields/people/employee.ts";
import type { RecordFields } from "#fields/record.ts";
import { savedRecord, type RecordRow, type RecordWrite } from "#saving/server/saved-record.server.ts";

export type RecordKey = { employeeId: number };

/** One tab of somebody's record, as far as it may be seen. */
export type FoundTab = { employee: VisibleEmployee; rules: TabRules; fields: RecordFields };

type TabWrite = RecordKey & Pick<RecordWrite, "columns" | "changed">;

/** What one tab brings to be saved by. */
type Tab = {
  closed: (employee: VisibleEmployee) => Closed | null;
  rules: (whose: RecordKey & Pick<VisibleEmployee, "manages">, t: Reading) => Promise<TabRules>;
  read: (key: RecordKey, t: Reading) => Promise<RecordRow | null>;
  /** What happened after a version, in any order. */
  history: (asked: RecordKey & { base: number }, t: Reading) => Promise<RowChange[]>;
  store: (write: TabWrite, t: Transaction) => Promise<void>;
};

/** A tab of an employee's record is saved as a whole, and apart from the others (A4): one row, which goes by the employee's id. */
export function savedTab(tab: Tab) {
  return savedRecord<RecordKey, FoundTab>({
    find: async (person, key, t) => {
      const employee = await employeeVisibleTo(person, key.employeeId, t);
      const rules = await tab.rules({ ...key, manages: employee.manages }, t);
      return { employee, rules, fields: tabFields(rules) };
    },
    closed: ({ employee }) => tab.closed(employee),
    fields: ({ fields }) => fields,
    lock: ({ employee }, t) => lockRecord({ kind: "employee", id: employee.employee_id }, t),
    read: async ({ employee: { employee_id: employeeId } }, t) => {
      const found = await tab.read({ employeeId }, t);
      return new Map(found && [[employeeId, found]]);
    },
    history: (_target, { row: employeeId, base }, t) => tab.history({ employeeId, base }, t),
    store: (_target, { row: employeeId, ...write }, t) => tab.store({ employeeId, ...write }, t),
    words: {
      notFound: "There is no such employee, or the record is not yours to see.",
      noRow: "no longer an employee",
      noField: "this tab has no such field",
    },
  });
}
