import { notedTable, type Noting } from "../0041-0050/0050-kept-counts.ts";
import type { Migration } from "../migration.ts";

/** The classes of the levels whose settings changed: other marks may now be missing in them. */
const classesOfLevels: Noting = (changed) => `
      insert into counts_to_renew (class_ids)
      select jsonb_agg(c.class_id)
        from classes c
        join form_classes f using (form_class_id)
       where f.form_level in (select form_level from ${changed})
      having count(*) > 0;`;

/**
 * A grading may also say how much the course work counts towards a result, in per cent, for a level with exceptions by
 * subject. Without it the exam counts alone.
 */
export const courseWorkWeights: Migration = {
  name: "0060-course-work-weights",
  up: `
    create function is_weighting(w jsonb) returns boolean language sql immutable as $$
      select coalesce(
        (w ->> 'level')::numeric between 0 and 100
        and jsonb_typeof(w -> 'exceptions') = 'array'
        and (select count(*) = 0
                    or bool_and(e.weight between 0 and 100 and e.subject_id > 0)
                       and count(distinct e.subject_id) = count(*)
               from jsonb_to_recordset(w -> 'exceptions') as e (subject_id integer, weight integer)),
        false)
    $$;
    alter table report_card_settings
      add constraint report_card_settings_weights_check check (grading -> 'weights' is null or is_weighting(grading -> 'weights'));

    ${notedTable("report_card_settings", "form_level", classesOfLevels)}
  `,
  down: `
    drop trigger counts_insert on report_card_settings;
    drop trigger counts_update on report_card_settings;
    drop trigger counts_delete on report_card_settings;
    drop function note_report_card_settings();
    alter table report_card_settings drop constraint report_card_settings_weights_check;
    drop function is_weighting(jsonb);
  `,
};
