import { RECORD_TABS, type RecordTab } from "#domain/people/employees.ts";
import {
  besideUrl,
  viewIn,
  viewUrl,
  type RecordPlace,
  type RecordTabLink,
} from "#domain/people/record-place.ts";
import type { TabRules } from "#fields/people/employee.ts";
import type { LoadedRow } from "#saving/protocol/loaded-row.ts";
import { rowAfter, type FormSent } from "#saving/screen/form/form-sent.ts";
import { employeesPlaceIn, employeesUrl } from "../list/place.rules.ts";

/** What a profile shows of whom it is about. */
export type ProfileHead = {
  id: number;
  name: string;
  initials: string;
  picture: string | null;
  /** `d.ramkissoon · Std 4 R`. */
  about: string;
  /** Who changes the picture, and what the account may do. */
  isSeenByAdmin: boolean;
};

/** A tab of somebody's record, as it can be written in by whoever looks at it. */
export type ProfileTab = {
  head: ProfileHead;
  rules: TabRules;
  row: LoadedRow;
  /** Why nothing can be entered in the tab; null where it can. */
  closed: string | null;
  timeZone: string;
};

const TAB_TITLES: Record<RecordTab, { title: string; short: string }> = {
  personal: { title: "Personal Information", short: "Personal" },
  employment: { title: "Employment Information", short: "Employment" },
  qualifications: { title: "Qualifications Information", short: "Qualifications" },
};

export function tabIn(query: URLSearchParams): RecordTab {
  return viewIn(query, RECORD_TABS);
}

export function tabUrl(path: string, { query, tab }: { query: URLSearchParams; tab: RecordTab }): string {
  return viewUrl(path, { query, view: tab === RECORD_TABS[0] ? null : tab });
}

/** The tabs of a record; admins see its access too. */
export function tabLinks(place: RecordPlace, isSeenByAdmin: boolean): RecordTabLink[] {
  const { record, path, query } = place;
  const isAccess = path.endsWith("/access");
  const ofRecord = isAccess ? record : path;
  const tabs = RECORD_TABS.map((tab) => ({
    to: tabUrl(ofRecord, { query, tab }),
    current: !isAccess && tab === tabIn(query),
    words: TAB_TITLES[tab],
  }));
  const access = {
    to: besideUrl(place, "access"),
    current: isAccess,
    words: { title: "Access", short: "Access" },
  };
  return isSeenByAdmin ? [...tabs, access] : tabs;
}

/** The list under the profile, as it was searched. */
export function listUnder(query: URLSearchParams): string {
  return employeesUrl(employeesPlaceIn(query));
}

/** The tab with what came of the form that was sent; what came of another tab's is not this one's. */
export function withOutcome(
  profile: ProfileTab,
  sent: (FormSent & { tab: RecordTab }) | undefined,
): ProfileTab {
  const { rules, row } = profile;
  return sent?.tab === rules.tab ? { ...profile, row: rowAfter(row, sent) } : profile;
}
