import { EMPLOYEE_TABS, type EmployeeTab } from "#domain/people/employees.ts";
import {
  recordPanelUrl,
  parseRecordTab,
  recordTabUrl,
  type RecordUrls,
  type RecordTabLink,
} from "#domain/people/record-params.ts";
import type { EmployeeTabInput } from "#fields/people/employee.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { rowAfterSubmit, type RecordFormResult } from "#saving/screen/form/form-result.ts";
import { parseEmployeesParams, employeesUrl } from "../list/params.rules.ts";

export type EmployeeHead = {
  id: number;
  name: string;
  initials: string;
  picture: string | null;
  /** Text such as `d.ramkissoon · Std 4 R`. */
  about: string;
  /** True if the viewer is an administrator, who can change the picture and open Access. */
  isSeenByAdmin: boolean;
};

/** A tab of an employee's record, with the fields that the viewer may edit. */
export type EmployeeTabView = {
  head: EmployeeHead;
  rules: EmployeeTabInput;
  row: LoadedRow;
  /** The reason why the tab is read-only; null if it can be edited. */
  closed: string | null;
  timeZone: string;
};

const TAB_TITLES: Record<EmployeeTab, { title: string; short: string }> = {
  personal: { title: "Personal Information", short: "Personal" },
  employment: { title: "Employment Information", short: "Employment" },
  qualifications: { title: "Qualifications Information", short: "Qualifications" },
};

export function parseEmployeeTab(query: URLSearchParams): EmployeeTab {
  return parseRecordTab(query, EMPLOYEE_TABS);
}

export function employeeTabUrl(
  path: string,
  { query, tab }: { query: URLSearchParams; tab: EmployeeTab },
): string {
  return recordTabUrl(path, { query, view: tab === EMPLOYEE_TABS[0] ? null : tab });
}

/** Returns links to the tabs of a record; administrators also get Access. */
export function employeeTabLinks(params: RecordUrls, isSeenByAdmin: boolean): RecordTabLink[] {
  const { record, path, query } = params;
  const isAccess = path.endsWith("/access");
  const ofRecord = isAccess ? record : path;
  const tabs = EMPLOYEE_TABS.map((tab) => ({
    to: employeeTabUrl(ofRecord, { query, tab }),
    current: !isAccess && tab === parseEmployeeTab(query),
    words: TAB_TITLES[tab],
  }));
  const access = {
    to: recordPanelUrl(params, "access"),
    current: isAccess,
    words: { title: "Access", short: "Access" },
  };
  return isSeenByAdmin ? [...tabs, access] : tabs;
}

export function getEmployeesUrlOfQuery(query: URLSearchParams): string {
  return employeesUrl(parseEmployeesParams(query));
}

/** Adds the outcome of a submitted form to the tab, unless the form belongs to another tab. */
export function addSaveOutcomeToEmployeeTab(
  profile: EmployeeTabView,
  result: (RecordFormResult & { tab: EmployeeTab }) | undefined,
): EmployeeTabView {
  const { rules, row } = profile;
  return result?.tab === rules.tab ? { ...profile, row: rowAfterSubmit(row, result) } : profile;
}
