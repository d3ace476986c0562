import type { BoardPlace, BoardView, Missing } from "./board.ts";

const BOARD = "/app/late-board";

const VIEWS: readonly BoardView[] = ["classes", "subjects", "teachers"];

/** What can be looked for in each view: a subject has no signature, a teacher posts nothing. */
const LOOKED_FOR: Record<BoardView, readonly Missing[]> = {
  classes: ["all", "marks", "reports", "signatures", "posting"],
  subjects: ["all", "marks"],
  teachers: ["all", "marks", "reports"],
};

export function boardUrl({ view, missing, classId, termId }: BoardPlace): string {
  const query = new URLSearchParams();
  if (view !== "classes") query.set("by", view);
  if (missing !== "all") query.set("missing", missing);
  if (classId !== null) query.set("class", String(classId));
  if (termId !== null) query.set("term", String(termId));
  return query.size > 0 ? `${BOARD}?${query}` : BOARD;
}

/** Where an address leads; what it says wrongly is as if it were not said. */
export function placeIn(query: URLSearchParams): BoardPlace {
  const view = VIEWS.find((each) => each === query.get("by")) ?? "classes";
  return {
    view,
    missing: LOOKED_FOR[view].find((each) => each === query.get("missing")) ?? "all",
    classId: view === "subjects" ? idIn(query, "class") : null,
    termId: idIn(query, "term"),
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

function idIn(query: URLSearchParams, name: string): number | null {
  const given = query.get(name) ?? "";
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
}
