import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import type { LateBoardParams, LateBoardView, MissingWorkKind } from "./board.ts";

/** The number of classes or teachers on one page. Few schools have more, so that most boards have one page. */
export const LATE_BOARD_GROUPS_PER_PAGE = 100;

const VIEWS: readonly LateBoardView[] = ["classes", "subjects", "teachers"];

/** The filters of each view. Signatures and posting belong to whole reports, so only classes have them. */
const LOOKED_FOR: Record<LateBoardView, readonly MissingWorkKind[]> = {
  classes: ["all", "marks", "reports", "signatures", "posting"],
  subjects: ["all", "marks"],
  teachers: ["all", "marks", "reports"],
};

export function lateBoardViewUrl({ view, missing, classId, termId, page }: LateBoardParams): string {
  return withQuery(PATHS.lateBoard, {
    by: view === "classes" ? null : view,
    missing: missing === "all" ? null : missing,
    class: classId,
    term: termId,
    page: page === 1 ? null : page,
  });
}

/** Reads the view and filters of the board from a URL. Invalid values are ignored. */
export function parseLateBoardParams(query: URLSearchParams): LateBoardParams {
  const view = VIEWS.find((item) => item === query.get("by")) ?? "classes";
  return {
    view,
    missing: LOOKED_FOR[view].find((item) => item === query.get("missing")) ?? "all",
    classId: view === "subjects" ? parseId(query.get("class")) : null,
    termId: parseId(query.get("term")),
    page: parseId(query.get("page")) ?? 1,
  };
}

/** Returns the parameters for another view. The filter is dropped if that view does not have it. */
export function withLateBoardView(params: LateBoardParams, view: LateBoardView): LateBoardParams {
  const missing = LOOKED_FOR[view].includes(params.missing) ? params.missing : "all";
  return { ...params, view, missing, classId: null, page: 1 };
}

/** Returns the parameters for one kind of missing work, in the view by class if the current view lacks it. */
export function withMissingWork(params: LateBoardParams, missing: MissingWorkKind): LateBoardParams {
  const view = LOOKED_FOR[params.view].includes(missing) ? params.view : "classes";
  return { ...params, view, missing, classId: null, page: 1 };
}
