import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { searchText } from "#domain/text/search-text.ts";
import { OUTCOMES, type OutcomeKind } from "#domain/rollover/rollover.ts";

const TURN_TABS = ["students", "classes", "carried"] as const;
export type RolloverTab = (typeof TURN_TABS)[number];

/** The part of a rehearsal or a journal that is shown. */
export type RolloverParams = {
  tab: RolloverTab;
  what: OutcomeKind | null;
  isAssumed: boolean;
  level: number | null;
  classId: number | null;
  name: string;
  page: number;
  /** True when everybody on the page is ticked as it opens, as in the link from a refusal. */
  isTicked: boolean;
};

export function parseRolloverParams(query: URLSearchParams): RolloverParams {
  const what = query.get("what");
  return {
    tab: TURN_TABS.find((tab) => tab === query.get("tab")) ?? "students",
    what: OUTCOMES.find((item) => item === what) ?? null,
    isAssumed: query.get("assumed") === "1",
    level: parseId(query.get("level")),
    classId: parseId(query.get("class")),
    name: searchText(query.get("name")),
    page: parseId(query.get("page")) ?? 1,
    isTicked: query.get("ticked") === "1",
  };
}

export function rolloverUrl(rolloverId: number, params: Partial<RolloverParams> = {}): string {
  return withQuery(`${PATHS.rollover}/${rolloverId}`, queryOf(params));
}

/** Returns the address of a dialog over the page. */
export function rolloverDialogUrl(rolloverId: number, dialog: "confirm" | "undo" | "journal"): string {
  return `${rolloverUrl(rolloverId)}/${dialog}`;
}

function queryOf(params: Partial<RolloverParams>) {
  const {
    tab = "students",
    what = null,
    isAssumed,
    level = null,
    classId = null,
    name,
    page = 1,
    isTicked,
  } = params;
  return {
    tab: tab === "students" ? null : tab,
    what,
    assumed: isAssumed ? 1 : null,
    level,
    class: classId,
    name: name ? name : null,
    page: page > 1 ? page : null,
    ticked: isTicked ? 1 : null,
  };
}
