import { isFinished, type Calendar } from "../calendar.ts";
import type { DemoClass } from "../classes.ts";
import type { Row } from "../insert.ts";

/** The older finished term was posted as a whole, the newer one class by class; one class is held back. */
export function postingRows(calendar: Calendar, classes: readonly DemoClass[]): Row[] {
  const [older, newer] = calendar.terms.filter((term) => isFinished(term, calendar));
  if (!older || !newer) return [];
  const whole = { academic_term_id: older.academic_term_id, class_id: null, ...posted(older.term_end) };
  const byClass = classes
    .filter(({ academic_year_id }) => academic_year_id === newer.academic_year_id)
    .map(({ class_id }, index, all) => ({
      academic_term_id: newer.academic_term_id,
      class_id,
      ...(index < all.length - 1 ? posted(newer.term_end) : { posted: false, date_posted: null }),
    }));
  return [whole, ...byClass].map((row, index) => ({ posting_id: index + 1, ...row }));
}

function posted(day: string) {
  return { posted: true, date_posted: `${day}T14:30:00-04:00` };
}
