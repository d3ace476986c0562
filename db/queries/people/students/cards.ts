import { rows, type Reading } from "../../../index.ts";
import type { CalendarTerm } from "../../../models/school.ts";
import { isInScope, type Scope } from "../../parts.ts";

export type CardTerm = Pick<CalendarTerm, "academic_term_id" | "academic_year_id" | "term">;

export function cardTerms(asked: Scope & { studentKey: number }, t: Reading): Promise<CardTerm[]> {
  return rows<CardTerm>(
    `select y.academic_term_id, y.academic_year_id, y.term
       from registrations r
       join classes c using (class_id)
       join academic_terms y on y.academic_term_id = r.academic_term_id
      cross join schools o
      where r.student_key = $studentKey and y.academic_term_id <= o.current_term_id and ${isInScope("c", "y.academic_term_id")}
      order by y.academic_term_id desc`,
    asked,
    t,
  );
}
