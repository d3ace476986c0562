import type { FormClass, SchoolClass } from "../../models/classes.ts";
import { rows, type Reading } from "../../index.ts";

export type YearClass = Pick<SchoolClass, "class_id" | "academic_year_id" | "label"> &
  Pick<FormClass, "form_level" | "group_title">;

/** Lists the classes of the year that ends and of the one that begins, in the order of the school. */
export function classesOfYears(
  asked: { fromYearId: number; toYearId: number },
  t: Reading,
): Promise<YearClass[]> {
  return rows<YearClass>(
    `select c.class_id, c.academic_year_id, c.label, g.form_level, g.group_title
       from classes c
       join form_classes g using (form_class_id)
      where c.academic_year_id in ($fromYearId, $toYearId)
      order by c.academic_year_id, g.position, c.label collate names, c.class_id`,
    asked,
    t,
  );
}
