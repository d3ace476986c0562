import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { RolloverOutcome } from "../../models/rollover/rollovers.ts";
import { registerOrderSql } from "../parts.ts";
import { YEAR_OUTCOMES_CTES, NEEDS_DECISION, IS_UNDECIDED } from "./plan.ts";

/** Students of one class who cannot be placed for the same reason, with the names of the first few. */
export type UnplacedStudentsGroup = Pick<RolloverOutcome, "why" | "wanted_form_class_id"> & {
  class_label: SchoolClass["label"] | null;
  /** True if this year has a class of that name and next year's has not been created yet. */
  can_be_made: boolean;
  students: number;
  named: (Pick<Student, "first_name" | "last_name"> & { student_key: number })[];
};

/**
 * The number of students of a class whose report decides the outcome, and the number of students without a decision.
 */
export type ClassDecisionCounts = Pick<SchoolClass, "class_id"> & {
  class_label: SchoolClass["label"];
  asked: number;
  assumed: number;
};

export type PredictedRolloverOutcomes = {
  /** The number of students who need a class of next year. */
  to_place: number;
  nowhere: UnplacedStudentsGroup[];
  classes: ClassDecisionCounts[];
};

type YearTurn = { fromTermId: number; toTermId: number };

const NAMED = 3;

const NOWHERE = `
       select e.why, e.wanted as wanted_form_class_id, c.label as class_label, g.position, count(*) as students,
              exists (select from classes z
                       where z.academic_year_id = $academicYearId and z.form_class_id = e.wanted
                         and not exists (select from class_moves v where v.class_id = z.class_id)) as can_be_made,
              to_jsonb((array_agg(jsonb_build_object('student_key', s.id, 'first_name', s.first_name, 'last_name', s.last_name)
                                  order by ${registerOrderSql("s", "s.id")}))[1:${NAMED}]) as named
         from explained e
         join students s on s.id = e.student_key
         left join classes c on c.class_id = e.was_class_id
         left join form_classes g on g.form_class_id = c.form_class_id
        where e.what = 'nowhere'
        group by e.why, e.wanted, c.class_id, g.position`;

/**
 * SQL: the students with their outcomes, by class, without students who leave or whom an earlier rollover has moved.
 */
const DECIDED = `
       select c.class_id, c.label as class_label, g.position, count(*) as asked, count(*) filter (where ${IS_UNDECIDED}) as assumed
         from explained e
         join classes c on c.class_id = e.was_class_id
         join form_classes g on g.form_class_id = c.form_class_id
        where ${NEEDS_DECISION}
        group by c.class_id, g.position`;

/** Predicts what a rehearsal of the year's rollover would find now, by the same rules, and stores nothing. */
export async function predictRolloverOutcomes(
  params: YearTurn,
  t: ReadTransaction,
): Promise<PredictedRolloverOutcomes> {
  const found = await queryRow<PredictedRolloverOutcomes>(
    `${YEAR_OUTCOMES_CTES}, nowhere as (${NOWHERE}), decided as (${DECIDED})
     select (select count(*)::integer from explained where what in ('promoted', 'repeating', 'new', 'nowhere')) as to_place,
            coalesce((select jsonb_agg(to_jsonb(n) - 'position' order by n.why, n.position nulls last,
                                       n.class_label collate names, n.wanted_form_class_id) from nowhere n), '[]') as nowhere,
            coalesce((select jsonb_agg(to_jsonb(d) - 'position' order by d.position, d.class_label collate names)
                        from decided d), '[]') as classes`,
    withYears(params),
    t,
  );
  if (!found) throw new Error("The count returned no row.");
  return found;
}

/**
 * Counts the decisions of each class without placing the students. While next year has no classes, nobody can be placed,
 * and listing everybody who has no place would take most of the time.
 */
export function countDecisions(params: YearTurn, t: ReadTransaction): Promise<ClassDecisionCounts[]> {
  return queryRows<ClassDecisionCounts>(
    `${YEAR_OUTCOMES_CTES}, decided as (${DECIDED})
     select class_id, class_label, asked::integer, assumed::integer
       from decided
      order by position, class_label collate names`,
    withYears(params),
    t,
  );
}

function withYears(turn: YearTurn) {
  const [academicYearId, toYearId] = [Math.floor(turn.fromTermId / 10), Math.floor(turn.toTermId / 10)];
  return { ...turn, academicYearId, toYearId };
}
