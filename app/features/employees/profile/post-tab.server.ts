import type { Person } from "#domain/person.ts";
import { isRecordTab } from "#domain/people/employees.ts";
import { badRequest } from "#runtime/errors.ts";
import { postedRecord } from "#saving/server/posted-rows.server.ts";
import { saveForm } from "#saving/server/save-form.server.ts";
import type { TabSent } from "./profile.ts";
import { readTab } from "./save/read-tab.server.ts";
import { SAVED_TABS } from "./save/saved-tabs.server.ts";

export type TabPosted = { status: 200 | 409 | 422; sent: TabSent };

/** Update Information: the tab of the form alone is saved (A4). @throws notFound, badRequest for no form of a tab */
export async function postTab(person: Person, employeeId: number, form: FormData): Promise<TabPosted> {
  const tab = form.get("record");
  if (!isRecordTab(tab)) throw badRequest();
  const { row, fields } = await readTab(person, { tab, employeeId });
  const posted = postedRecord(row, form, fields.keys());
  if (!posted) throw badRequest();
  const { status, outcomes } = await saveForm(SAVED_TABS[tab], { person, key: { employeeId } }, [posted]);
  const after = status === 200 ? await readTab(person, { tab, employeeId }) : null;
  const stored = after && { row, version: after.stored.version, values: after.values };
  return { status, sent: { tab, outcome: outcomes[row] ?? null, stored } };
}
