import type { Reading } from "#db/index.ts";
import type { SheetHeading, SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { sheetVisibleTo } from "#access/visible.server.ts";
import { isSheetTest, sheetHasWorkRatings, sheetKind } from "#domain/sheets.ts";
import { idOf, sheetKeyIn } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import type { MarkRules } from "#fields/mark.ts";

export type FoundSheet = { key: SheetKey; heading: SheetHeading; rules: MarkRules; lock: SheetLock };

/** Why nothing can be entered on a sheet now. */
export type SheetLock = "open" | "not-yours" | "past-term";

/** The sheet, as far as this person may see it. @throws notFound when it is not theirs or does not exist */
export async function findSheet(person: Person, key: SheetKey, t: Reading): Promise<FoundSheet> {
  const { heading, canEdit } = await sheetVisibleTo(person, key, t);
  if (!isSheetTest(heading, key.testId)) throw notFound("This class is graded by criteria, once a term.");
  return { key, heading, rules: rulesOf(key, heading), lock: lockOf(heading, canEdit) };
}

function lockOf(heading: SheetHeading, canEdit: boolean): SheetLock {
  if (!heading.is_current) return "past-term";
  return canEdit ? "open" : "not-yours";
}

function rulesOf(key: SheetKey, heading: SheetHeading): MarkRules {
  return {
    testId: key.testId,
    kind: sheetKind(heading),
    workRatings: sheetHasWorkRatings(heading, key.testId),
    criteria: heading.criteria.map(({ criterion_id, detail }) => ({ id: criterion_id, detail })),
  };
}

/** The sheet that a URL names. @throws notFound when it can be no sheet's */
export function sheetKeyOf(params: Record<string, string | undefined>): SheetKey {
  const key = sheetKeyIn(params);
  if (!key) throw notFound("There is no such mark sheet.");
  return key;
}

/** The row of a sheet that a URL names, by the student's key. @throws notFound */
export function studentRowOf({ studentKey }: Record<string, string | undefined>): string {
  const key = idOf(studentKey);
  if (key === null) throw notFound("There is no such student.");
  return String(key);
}
