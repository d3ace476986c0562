import { holds } from "#access/permissions.ts";
import type { VisibleEmployee } from "#access/visible.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { employeeStatuses, timetableSummaries } from "#db/queries/people/employee-list.ts";
import { initials } from "#domain/names.ts";
import { employeePictureUrl } from "#domain/paths.ts";
import { ACTIVE, type RecordTab } from "#domain/people/employees.ts";
import { teachingWords } from "../list/employees.rules.ts";
import type { ProfileHead, ProfileTab } from "./profile.ts";
import { readTab } from "./save/read-tab.server.ts";
import { SAVED_TABS } from "./save/saved-tabs.server.ts";

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
