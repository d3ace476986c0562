import { RECORD_TABS, type RecordTab } from "#domain/people/employees.ts";
import {
  panelUrl,
  parseView,
  viewUrl,
  type RecordParams,
  type RecordTabLink,
} from "#domain/people/record-params.ts";
import type { EmployeeTabInput } from "#fields/people/employee.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { rowAfter, type FormResult } from "#saving/screen/form/form-result.ts";
import { parseEmployeesParams, employeesUrl } from "../list/params.rules.ts";

export type ProfileHead = {
  id: number;
  name: string;
  initials: string;
  picture: string | null;
  /** Words such as `d.ramkissoon · Std 4 R`. */
  about: string;
  /** The viewer is an admin, who can change the picture and open Access. */
  isSeenByAdmin: boolean;
};

/** A tab of a record with what the viewer may edit. */
export type ProfileTab = {
  head: ProfileHead;
  rules: EmployeeTabInput;
  row: LoadedRow;
  /** The reason why the tab is read only; null where it can be edited. */
  closed: string | null;
  timeZone: string;
};

const TAB_TITLES: Record<RecordTab, { title: string; short: string }> = {
  personal: { title: "Personal Information", short: "Personal" },
  employment: { title: "Employment Information", short: "Employment" },
  qualifications: { title: "Qualifications Information", short: "Qualifications" },
};

export function tabIn(query: URLSearchParams): RecordTab {
  return parseView(query, RECORD_TABS);
}

export function tabUrl(path: string, { query, tab }: { query: URLSearchParams; tab: RecordTab }): string {
  return viewUrl(path, { query, view: tab === RECORD_TABS[0] ? null : tab });
}

/** Lists the tabs of a record, with Access for admins. */
export function tabLinks(params: RecordParams, isSeenByAdmin: boolean): RecordTabLink[] {
  const { record, path, query } = params;
  const isAccess = path.endsWith("/access");
  const ofRecord = isAccess ? record : path;
  const tabs = RECORD_TABS.map((tab) => ({
    to: tabUrl(ofRecord, { query, tab }),
    current: !isAccess && tab === tabIn(query),
    words: TAB_TITLES[tab],
  }));
  const access = {
    to: panelUrl(params, "access"),
    current: isAccess,
    words: { title: "Access", short: "Access" },
  };
  return isSeenByAdmin ? [...tabs, access] : tabs;
}

/** Returns the address of the list under the profile, with its search and order. */
export function listUnder(query: URLSearchParams): string {
  return employeesUrl(parseEmployeesParams(query));
}

/** Adds the outcome of a sent form to the tab, unless the form belongs to another tab. */
export function withOutcome(
  profile: ProfileTab,
  sent: (FormResult & { tab: RecordTab }) | undefined,
): ProfileTab {
  const { rules, row } = profile;
  return sent?.tab === rules.tab ? { ...profile, row: rowAfter(row, sent) } : profile;
}
