import { rowsOfPage } from "#domain/list/paging.ts";
import type { TermChoice } from "#domain/terms.ts";
import type { LateMarkSheet, LateMarkSheetLine } from "#domain/late/sheets.ts";
import { LATE_BOARD_GROUPS_PER_PAGE } from "./board-address.rules.ts";
import type { LateBoardData, LateBoardParams, LateClass, LateMarkSheetGroup } from "./board.ts";
import { groupMarkSheetsBySubject, sumProgress } from "#domain/late/sheet-lines.ts";
import {
  filterClassesWithMissingWork,
  groupLinesByClass,
  groupLinesByTeacher,
  filterGroupsWithMissingWork,
  type LateClassWithTeachers,
} from "./sheet-lines.rules.ts";

type Given = {
  params: LateBoardParams;
  term: TermChoice;
  terms: TermChoice[];
  entry: string;
  /** The mark sheets; empty in the view by class, which does not need them. */
  sheets: readonly LateMarkSheet[];
  classes: readonly LateClassWithTeachers[];
};

/** Returns the part of the school's data that the URL selects. */
export function filterLateBoard({ params, term, terms, entry, sheets, classes: held }: Given): LateBoardData {
  const lines = groupMarkSheetsBySubject(sheets);
  const classes = held.map(({ formTeachers: _, ...each }) => each);
  const all = { classes, lines, groups: () => groupLinesByTeacher(sheets, held) };
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

type All = { classes: LateClass[]; lines: LateMarkSheetLine[]; groups: () => LateMarkSheetGroup[] };

function inThisView(
  { view, missing, classId, page }: LateBoardParams,
  { classes, lines, groups }: All,
): Pick<LateBoardData, "classes" | "groups" | "total" | "listed"> {
  const paged = { page, pageSize: LATE_BOARD_GROUPS_PER_PAGE };
  if (view === "classes") {
    const { rows, total: listed } = rowsOfPage(filterClassesWithMissingWork(classes, missing), paged);
    return { classes: rows, groups: [], total: classes.length, listed };
  }
  const input = classes.filter((item) => classId === null || item.classId === classId);
  const grouped = view === "teachers" ? groups() : groupLinesByClass(lines, input);
  const { rows, total: listed } = rowsOfPage(filterGroupsWithMissingWork(grouped, missing), paged);
  return { classes: [], groups: rows, total: grouped.length, listed };
}

function schoolOf(classes: readonly LateClass[]): LateBoardData["school"] {
  return {
    marks: sumProgress(classes.map(({ marks }) => marks)),
    complete: sumProgress(classes.map(({ complete }) => complete)),
    signed: sumProgress(classes.map(({ signed }) => signed)),
    posted: { done: classes.filter(({ postedOn }) => postedOn !== null).length, total: classes.length },
  };
}
