import type { TermChoice } from "#domain/terms.ts";
import type { Sheet, SheetLine } from "#domain/late/sheets.ts";
import type { Board, BoardParams, LateClass, LineGroup } from "./board.ts";
import { linesBySubject, sumProgress } from "#domain/late/sheet-lines.ts";
import {
  classesMissing,
  groupsByClass,
  groupsByTeacher,
  onlyMissing,
  type LedClass,
} from "./sheet-lines.rules.ts";

type Given = {
  params: BoardParams;
  term: TermChoice;
  terms: TermChoice[];
  entry: string;
  /** Not needed for the list of classes. */
  sheets: readonly Sheet[];
  classes: readonly LedClass[];
};

/** Returns the part of the school's data that the address asks for. */
export function boardOf({ params, term, terms, entry, sheets, classes: held }: Given): Board {
  const lines = linesBySubject(sheets);
  const classes = held.map(({ formTeachers: _, ...each }) => each);
  const all = { classes, lines, groups: () => groupsByTeacher(sheets, held) };
  return {
    params: { ...params, termId: params.termId === null ? null : term.id },
    term,
    terms,
    entry,
    school: schoolOf(classes),
    onlyClass: classes.find(({ classId }) => classId === params.classId)?.label ?? null,
    ...inThisView(params, all),
  };
}

type All = { classes: LateClass[]; lines: SheetLine[]; groups: () => LineGroup[] };

function inThisView(
  { view, missing, classId }: BoardParams,
  { classes, lines, groups }: All,
): Pick<Board, "classes" | "groups" | "total"> {
  if (view === "classes") {
    return { classes: classesMissing(classes, missing), groups: [], total: classes.length };
  }
  const input = classes.filter((item) => classId === null || item.classId === classId);
  const grouped = view === "teachers" ? groups() : groupsByClass(lines, input);
  return { classes: [], groups: onlyMissing(grouped, missing), total: grouped.length };
}

function schoolOf(classes: readonly LateClass[]): Board["school"] {
  return {
    marks: sumProgress(classes.map(({ marks }) => marks)),
    complete: sumProgress(classes.map(({ complete }) => complete)),
    signed: sumProgress(classes.map(({ signed }) => signed)),
    posted: { done: classes.filter(({ postedOn }) => postedOn !== null).length, total: classes.length },
  };
}
