import { idOf, PATHS, withQuery } from "#domain/paths.ts";

import type { BoardPlace, BoardView, Missing } from "./board.ts";

const VIEWS: readonly BoardView[] = ["classes", "subjects", "teachers"];

/** What can be looked for in each view: a subject has no signature, a teacher posts nothing. */
const LOOKED_FOR: Record<BoardView, readonly Missing[]> = {
  classes: ["all", "marks", "reports", "signatures", "posting"],
  subjects: ["all", "marks"],
  teachers: ["all", "marks", "reports"],
};

export function boardUrl({ view, missing, classId, termId }: BoardPlace): string {
  return withQuery(PATHS.lateBoard, {
    by: view === "classes" ? null : view,
    missing: missing === "all" ? null : missing,
    class: classId,
    term: termId,
  });
}

/** Where an address leads; what it says wrongly is as if it were not said. */
export function placeIn(query: URLSearchParams): BoardPlace {
  const view = VIEWS.find((each) => each === query.get("by")) ?? "classes";
  return {
    view,
    missing: LOOKED_FOR[view].find((each) => each === query.get("missing")) ?? "all",
    classId: view === "subjects" ? idOf(query.get("class")) : null,
    termId: idOf(query.get("term")),
  };
}

/** The same board looked at otherwise; where a view cannot be asked for this, everything is shown. */
export function inView(place: BoardPlace, view: BoardView): BoardPlace {
  const missing = LOOKED_FOR[view].includes(place.missing) ? place.missing : "all";
  return { ...place, view, missing, classId: null };
}

/** What is missing of one kind, in the present view where that can be asked there, else by class. */
export function lookingFor(place: BoardPlace, missing: Missing): BoardPlace {
  const view = LOOKED_FOR[place.view].includes(missing) ? place.view : "classes";
  return { ...place, view, missing, classId: null };
}
