import { holds } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import type { VisibleEmployee } from "#access/visible.server.ts";
import { noTransaction, type Reading } from "#db/index.ts";
import { employeePosts, qualifications } from "#db/queries/people/employee-lists.ts";
import { employeeStatuses, timetableSummaries } from "#db/queries/people/employee-list.ts";
import { initials } from "#domain/names.ts";
import { employeePictureUrl } from "#domain/paths.ts";
import { ACTIVE, isRecordTab, type RecordTab } from "#domain/people/employees.ts";
import type { Person } from "#domain/person.ts";
import type { Values } from "#fields/value.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { postedRecord } from "#saving/server/posted-rows.server.ts";
import { saveForm } from "#saving/server/save-form.server.ts";
import { saveRecord, type RecordSave, type RecordSaved } from "#saving/server/save-record.server.ts";
import type { RecordRow } from "#saving/server/saved-record.server.ts";
import { teachingWords } from "../list/employees.rules.ts";
import type { ProfileHead, ProfileTab, TabSent } from "./profile.ts";
import { SAVED_TABS, type FoundTab } from "./saved-tabs.server.ts";

/** A tab of somebody's record with whose it is. @throws notFound */
export async function showProfile(
  visit: Visit,
  { employeeId, tab }: { employeeId: number; tab: RecordTab },
): Promise<ProfileTab> {
  const read = await readTab(visit.person, { tab, employeeId });
  return {
    head: await headOf(visit, read.employee),
    rules: read.rules,
    row: { row: read.row, version: read.stored.version, values: read.values },
    closed: SAVED_TABS[tab].closed(read)?.words ?? null,
    timeZone: visit.school.timeZone,
  };
}

export async function headOf({ person, term }: Visit, employee: VisibleEmployee): Promise<ProfileHead> {
  const { employee_id: id, first_name, last_name, picture, user_name } = employee;
  const isHere = employee.employee_status_id === ACTIVE;
  const what = isHere ? await taughtBy(id, term?.academicYearId ?? null) : await statusOf(employee);
  return {
    id,
    name: `${first_name} ${last_name}`,
    initials: initials(employee),
    picture: employeePictureUrl(picture),
    about: [user_name ?? "", what].filter(Boolean).join(" · "),
    isSeenByAdmin: holds(person, "admin"),
  };
}

async function taughtBy(employeeId: number, academicYearId: number | null): Promise<string> {
  const [summary] = await timetableSummaries({ employeeIds: [employeeId], academicYearId }, noTransaction);
  return summary ? teachingWords(summary) : "";
}

async function statusOf({ employee_status_id: id }: VisibleEmployee): Promise<string> {
  const statuses = await employeeStatuses(noTransaction);
  return statuses.find(({ employee_status_id }) => employee_status_id === id)?.status ?? "";
}

type WhoseTab = { tab: RecordTab; employeeId: number };

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

type TabPosted = { status: 200 | 409 | 422; sent: TabSent };

/** Update Information: the tab of the form alone is saved. @throws notFound, badRequest for no form of a tab */
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
