import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import type { BoardParams, BoardView, Missing } from "./board.ts";

const VIEWS: readonly BoardView[] = ["classes", "subjects", "teachers"];

/** The kinds of missing work that each view can show: a subject has no signature, and a teacher posts nothing. */
const LOOKED_FOR: Record<BoardView, readonly Missing[]> = {
  classes: ["all", "marks", "reports", "signatures", "posting"],
  subjects: ["all", "marks"],
  teachers: ["all", "marks", "reports"],
};

export function boardUrl({ view, missing, classId, termId }: BoardParams): string {
  return withQuery(PATHS.lateBoard, {
    by: view === "classes" ? null : view,
    missing: missing === "all" ? null : missing,
    class: classId,
    term: termId,
  });
}

/** Reads the place from an address; a wrong value counts as missing. */
export function placeIn(query: URLSearchParams): BoardParams {
  const view = VIEWS.find((item) => item === query.get("by")) ?? "classes";
  return {
    view,
    missing: LOOKED_FOR[view].find((item) => item === query.get("missing")) ?? "all",
    classId: view === "subjects" ? parseId(query.get("class")) : null,
    termId: parseId(query.get("term")),
  };
}

/** Returns the same board in another view, with everything if that view does not have this filter. */
export function inView(params: BoardParams, view: BoardView): BoardParams {
  const missing = LOOKED_FOR[view].includes(params.missing) ? params.missing : "all";
  return { ...params, view, missing, classId: null };
}

/** Returns the board with one kind of missing work: in the present view if it has that filter, otherwise by class. */
export function lookingFor(params: BoardParams, missing: Missing): BoardParams {
  const view = LOOKED_FOR[params.view].includes(missing) ? params.view : "classes";
  return { ...params, view, missing, classId: null };
}
