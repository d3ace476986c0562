import {
  STUDENT_CURRENT,
  STUDENT_GRADUATED,
  STUDENT_LEFT,
  STUDENT_REGISTERED,
} from "#domain/people/students.ts";
import { runQuery } from "../../index.ts";
import type { TermRollover } from "../../models/rollover/rollovers.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { CLASS_MOVES_SQL } from "../next-year/class-map.ts";

/** A rollover with the terms between which it moves the school. */
export type RolloverRun = Pick<TermRollover, "rollover_id" | "from_term_id" | "to_term_id" | "turns_year">;

/**
 * Stores the outcome of every current student in one statement. A student who is already registered in the new term
 * stays in that class. Nobody is promoted twice from the same year.
 */
export async function saveRolloverOutcomes(rollover: RolloverRun, t: TermTransaction): Promise<void> {
  const { rollover_id: rolloverId, from_term_id: fromTermId, to_term_id: toTermId } = rollover;
  await runQuery("delete from rollover_fates where rollover_id = $rolloverId", { rolloverId }, t);
  const bound = { rolloverId, fromTermId, toTermId };
  if (!rollover.turns_year) return runQuery(FATES_WITHIN_YEAR, bound, t);
  const [academicYearId, toYearId] = [Math.floor(fromTermId / 10), Math.floor(toTermId / 10)];
  return runQuery(NEW_FATES, { ...bound, academicYearId, toYearId }, t);
}

const INTO = `insert into rollover_fates (rollover_id, student_key, was_class_id, next_class_id, wanted_form_class_id, what, why,
                                          assumed, decided_at, decided_by, was_status_id, was_status_since, next_status_id)`;

/**
 * SQL: the outcomes of a rollover within a year. The outcomes are inserted in the order of keys, because later steps
 * read them in this order.
 */
const FATES_WITHIN_YEAR = `${INTO}
     select $rolloverId, s.id, r.class_id, coalesce(n.class_id, r.class_id), null,
            case when coalesce(n.class_id, r.class_id) is null then 'unplaced' else 'staying' end,
            case when n.student_key is not null then 'registered-before'
                 when r.class_id is null then 'no-class' else 'same-class' end,
            false, null, null, s.student_status_id, s.status_since, s.student_status_id
       from students s
       left join registrations r on r.student_key = s.id and r.academic_term_id = $fromTermId
       left join registrations n on n.student_key = s.id and n.academic_term_id = $toTermId
      where s.student_status_id <= ${STUDENT_REGISTERED}
      order by s.id`;

/** SQL: the form class one level above class `m`, with the same letter or the only form class of its level. */
const FORM_CLASS_ABOVE = `(
           select g.form_class_id
             from form_classes g
            where g.form_level = m.form_level + 1
              and (g.form_class_id = regexp_replace(m.form_class_id, '^\\d+', (m.form_level + 1)::text)
                   or (select count(*) from form_classes h where h.form_level = m.form_level + 1) = 1)
            order by g.position
            limit 1)`;

const HELD = `
       select m.class_id, m.form_class_id, m.form_level, m.up_class_id, m.up_why, u.form_class_id as up_form,
              m.repeat_class_id, q.form_class_id as repeat_form, ${FORM_CLASS_ABOVE} as above,
              exists (select from default_outcomes t where t.form_level = m.form_level and t.outcome = 'leave') as leaves
         from ${CLASS_MOVES_SQL} m
         left join classes u on u.class_id = m.up_class_id
         left join classes q on q.class_id = m.repeat_class_id`;

const ONLY_CLASSES = `
       select form_class_id, min(class_id) as class_id
         from classes
        where academic_year_id = $toYearId
        group by form_class_id
       having count(*) = 1`;

/** SQL: students with decisions. For a student without a class, only a decision to leave or for a class counts. */
const ROLL = `
       select s.id as student_key, s.student_status_id, s.status_since, r.class_id as was_class_id, h.form_class_id, h.form_level,
              h.up_class_id, h.up_why, h.up_form, h.repeat_class_id, h.repeat_form, h.above, h.leaves,
              n.student_key is not null as is_registered, n.class_id as registered_class_id,
              p.student_key is not null as is_promoted, p.class_id as promoted_class_id,
              d.kind, d.class_id as decided_class_id, d.form_class_id as decided_form, d.decided_by, d.decided_at,
              e.promoted_to, e.repeating, e.signed_at, e.signed_by
         from students s
         left join registrations r on r.student_key = s.id and r.academic_term_id = $fromTermId
         left join held h on h.class_id = r.class_id
         left join registrations n on n.student_key = s.id and n.academic_term_id = $toTermId
         left join promotions p on p.student_key = s.id and p.academic_year_id = $academicYearId
         left join turn_decisions d on d.student_key = s.id and d.academic_year_id = $academicYearId
                                   and (r.class_id is not null or d.kind in ('leave', 'class', 'form-class'))
         left join term_records e on e.student_key = s.id and e.academic_term_id = $fromTermId
        where s.student_status_id <= ${STUDENT_REGISTERED}`;

/** SQL: the direction of a decision, and the form class if it names one. A rollover's decision overrides the report. */
const MEANT = `
       select r.*,
              case when is_registered or is_promoted then 'as-before'
                   when kind = 'promote' then 'up'
                   when kind is not null then kind
                   when was_class_id is null then 'none'
                   when repeating is not null then 'repeat'
                   when promoted_to is null and (up_why = 'leaves' or leaves) then 'leave'
                   else 'up' end as way,
              case when kind = 'form-class' then decided_form
                   when kind = 'repeat' then coalesce(repeat_form, form_class_id)
                   when kind = 'promote' then coalesce(up_form, above)
                   when kind is null then coalesce(repeating, promoted_to, up_form, above) end as wanted
         from roll r`;

/**
 * SQL: the class for each student. In a primary school, the only class of a level is not chosen automatically, because
 * the school decides which teacher continues with which students.
 */
const PLACED = `
       select m.*,
              case way when 'as-before' then case when is_registered then registered_class_id else promoted_class_id end
                       when 'class' then decided_class_id
                       when 'leave' then null
                       when 'none' then null
                       else case when wanted = up_form then up_class_id
                                 when wanted = repeat_form then repeat_class_id
                                 when o.flavour = 'primary' and wanted in (m.form_class_id, above) then null
                                 else k.class_id end end as next_class_id,
              o.flavour
         from meant m
        cross join schools o
         left join only_classes k on k.form_class_id = m.wanted`;

/**
 * SQL: the outcome of each student. A decision names a class of the next year; if its level is not higher, the
 * student repeats.
 */
const JUDGED = `
       select p.*, case when way = 'leave' then 'leaving'
                        when way = 'none' or (way = 'as-before' and next_class_id is null) then 'unplaced'
                        when way = 'as-before' then 'staying'
                        when c.class_id is null then 'nowhere'
                        when was_class_id is null then 'new'
                        when way = 'up' then 'promoted'
                        when way = 'repeat' then 'repeating'
                        when g.form_level > p.form_level then 'promoted' else 'repeating' end as what
         from placed p
         left join classes c on c.class_id = p.next_class_id and c.academic_year_id = $toYearId
         left join form_classes g on g.form_class_id = c.form_class_id`;

const WHY = `case when way = 'as-before' then case when is_registered then 'registered-before' else 'promoted-before' end
                   when what = 'nowhere' then case when exists (select from classes z where z.academic_year_id = $toYearId
                                                                  and z.form_class_id = j.wanted)
                                                   then 'class-not-mapped' else 'class-missing' end
                   when kind is not null then 'decision'
                   when way = 'none' then 'no-class'
                   when num_nonnulls(repeating, promoted_to) > 0
                        then case when signed_at is null then 'report-unsigned' else 'report-signed' end
                   when way = 'leave' then case when up_why = 'leaves' then 'last-level' else 'level-leaves' end
                   else 'no-decision' end`;

/** SQL: the new status of a student who leaves. From the last level or from Form 5, the student graduates. */
const NEXT_STATUS = `case when what = 'leaving'
                          then case when up_why = 'leaves' or (flavour = 'secondary' and form_level >= 5)
                                    then ${STUDENT_GRADUATED} else ${STUDENT_LEFT} end
                          when what = 'new' then ${STUDENT_CURRENT} else student_status_id end`;

/**
 * SQL: common table expressions for the outcome of every student at the end of a year. The last expression,
 * `explained`, has one row for each student. The expressions need the bound values `$fromTermId`, `$toTermId`,
 * `$academicYearId` and `$toYearId`.
 */
export const YEAR_OUTCOMES_CTES = `
     with held as materialized (${HELD}), only_classes as materialized (${ONLY_CLASSES}), roll as (${ROLL}), meant as (${MEANT}),
     placed as (${PLACED}), judged as (${JUDGED}), explained as (select j.*, ${WHY} as why from judged j)`;

/** SQL condition: nobody has decided. A decision in a report counts before the principal has signed it. */
const IS_ASSUMED = "why = 'no-decision'";

/** SQL condition: a report or a decision is needed for this outcome, even if there is no class to go to. */
export const NEEDS_DECISION = "(was_class_id is not null and (kind is not null or way in ('up', 'repeat')))";
export const IS_UNDECIDED = `(${NEEDS_DECISION} and kind is null and num_nonnulls(repeating, promoted_to) = 0)`;

const NEW_FATES = `${INTO}${YEAR_OUTCOMES_CTES}
     select $rolloverId, student_key, was_class_id, case when what in ('leaving', 'unplaced', 'nowhere') then null else next_class_id end,
            case when what = 'nowhere' then wanted end, what, why, ${IS_ASSUMED},
            case why when 'decision' then decided_at when 'report-signed' then signed_at end,
            case why when 'decision' then decided_by when 'report-signed' then signed_by end,
            student_status_id, status_since, ${NEXT_STATUS}
       from explained
      order by student_key`;
