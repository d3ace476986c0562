import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import type { BoardParams, BoardView, MissingWorkKind } from "./board.ts";

/** The number of classes or teachers on one page. Few schools have more, so that most boards have one page. */
export const GROUPS_PER_PAGE = 100;

const VIEWS: readonly BoardView[] = ["classes", "subjects", "teachers"];

/** The filters of each view. Signatures and posting belong to whole reports, so only classes have them. */
const LOOKED_FOR: Record<BoardView, readonly MissingWorkKind[]> = {
  classes: ["all", "marks", "reports", "signatures", "posting"],
  subjects: ["all", "marks"],
  teachers: ["all", "marks", "reports"],
};

export function boardUrl({ view, missing, classId, termId, page }: BoardParams): string {
  return withQuery(PATHS.lateBoard, {
    by: view === "classes" ? null : view,
    missing: missing === "all" ? null : missing,
    class: classId,
    term: termId,
    page: page === 1 ? null : page,
  });
}

/** Reads the view and filters of the board from a URL. Invalid values are ignored. */
export function parseBoardParams(query: URLSearchParams): BoardParams {
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
export function withBoardView(params: BoardParams, view: BoardView): BoardParams {
  const missing = LOOKED_FOR[view].includes(params.missing) ? params.missing : "all";
  return { ...params, view, missing, classId: null, page: 1 };
}

/** Returns the parameters for one kind of missing work, in the view by class if the current view lacks it. */
export function withMissingWork(params: BoardParams, missing: MissingWorkKind): BoardParams {
  const view = LOOKED_FOR[params.view].includes(missing) ? params.view : "classes";
  return { ...params, view, missing, classId: null, page: 1 };
}
