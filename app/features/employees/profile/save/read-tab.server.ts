import { noTransaction, type Reading } from "#db/index.ts";
import { employeePosts, qualifications } from "#db/queries/people/employee-lists.ts";
import type { RecordTab } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import type { Values } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import { saveRecord, type RecordSave, type RecordSaved } from "#saving/server/save-record.server.ts";
import type { RecordRow } from "#saving/server/saved-record.server.ts";
import type { FoundTab } from "./saved-tab.server.ts";
import { SAVED_TABS } from "./saved-tabs.server.ts";

export type WhoseTab = { tab: RecordTab; employeeId: number };

/** A tab with what it holds. */
export type TabRead = FoundTab & { row: string; stored: RecordRow; values: Values };

/** @throws notFound */
export async function readTab(
  person: Person,
  { tab, employeeId }: WhoseTab,
  t: Reading = noTransaction,
): Promise<TabRead> {
  const screen = SAVED_TABS[tab];
  const target = await screen.find(person, { employeeId }, t);
  const row = String(employeeId);
  const stored = (await screen.read(target, null, t)).get(row);
  if (!stored) throw notFound(screen.words.notFound);
  return { ...target, row, stored, values: screen.valuesOf(target, stored) };
}

/** Saves a tab as a call sends it; what is left out stays as it is. @throws notFound */
export async function saveTab(
  person: Person,
  { tab, employeeId }: WhoseTab,
  recordOf: (read: TabRead) => RecordSave,
): Promise<{ saved: RecordSaved; read: TabRead }> {
  const read = await readTab(person, { tab, employeeId });
  const found = { person, key: { employeeId }, target: read, row: read.row, stored: read.stored };
  const saved = await saveRecord(SAVED_TABS[tab], found, recordOf(read));
  return { saved, read };
}

/** The posts that employees hold. */
export function listPosts() {
  return employeePosts(noTransaction);
}

/** What employees can be qualified by. */
export function listQualifications() {
  return qualifications(noTransaction);
}
