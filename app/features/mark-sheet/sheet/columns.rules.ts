import { GRADES, RATINGS } from "#domain/grades.ts";
import { criterionField, markFields } from "#fields/mark.ts";
import type { Sheet } from "./sheet.ts";

/** A column of one-letter or one-figure fields. `choices` is what can be typed, for those who ask. */
export type Column = { field: string; title: string; choices: string };

/** What a sheet shows beside name and attendance. */
export type Columns = {
  /** The field that is typed down the page; none where only criteria are given. */
  main: Column | null;
  /** Max Mark and % stand beside a mark. */
  hasMark: boolean;
  extras: readonly Column[];
};

const CRITERION_CHOICES = "1 to 5";

export function columnsOf({ rules }: Pick<Sheet, "rules">): Columns {
  const fields = markFields(rules);
  const offered = [MARK, GRADE, APPLICATION, PREPAREDNESS].filter(({ field }) => fields.has(field));
  const criterionColumns = rules.kind === "criteria" ? rules.criteria.map(criterionColumn) : [];
  const [first, ...rest] = offered;
  const hasMain = first === MARK || first === GRADE;
  const main = hasMain ? first : null;
  return { main, hasMark: first === MARK, extras: [...criterionColumns, ...(hasMain ? rest : offered)] };
}

const MARK: Column = { field: "mark", title: "Earned", choices: "" };
const GRADE: Column = { field: "grade", title: "Grade", choices: GRADES.join(", ") };
const RATING_CHOICES = Object.keys(RATINGS).join(", ");
const APPLICATION: Column = { field: "application", title: "Application", choices: RATING_CHOICES };
const PREPAREDNESS: Column = { field: "preparedness", title: "Preparedness", choices: RATING_CHOICES };

function criterionColumn({ id, detail }: { id: number; detail: string }): Column {
  return { field: criterionField(id), title: detail, choices: CRITERION_CHOICES };
}
