import type {
  DecisionKind,
  DefaultOutcomeKind as DefaultOutcomeKind,
  RolloverOutcomeKind,
  RolloverOutcomeReason,
} from "#domain/rollover/rollover.ts";
import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { queryRows, runQuery, type ReadTransaction, queryRow } from "../../index.ts";
import type { FormClass, SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { DefaultOutcome, RolloverOutcome } from "../../models/rollover/rollovers.ts";
import { registerOrderSql, hasEveryPlainWordSql, plainLettersSql } from "../parts.ts";
import type { TermTransaction } from "../../term-transaction.ts";

/** The outcome of one student in a rehearsal or a run. */
export type RolloverOutcomeRow = Pick<
  RolloverOutcome,
  "student_key" | "was_class_id" | "next_class_id" | "wanted_form_class_id" | "assumed" | "decided_at"
> &
  Pick<Student, "student_id" | "first_name" | "last_name"> & {
    what: RolloverOutcomeKind;
    why: RolloverOutcomeReason;
    was_label: SchoolClass["label"] | null;
    next_label: SchoolClass["label"] | null;
    decided_by_name: string | null;
    /** True when nobody decided: the student goes up, or leaves because students of this level leave. */
    is_undecided: boolean;
    /** The present decision for the rollover. The outcome follows it only after the next rehearsal. */
    decision_kind: DecisionKind | null;
  };

/** SQL condition: nobody has decided about the student with outcome `f`. */
const IS_UNDECIDED = "f.why in ('no-decision', 'level-leaves')";

const COLUMNS = `${IS_UNDECIDED} as is_undecided, f.student_key, s.student_id, s.first_name, s.last_name, f.was_class_id, c.label as was_label, f.next_class_id,
            n.label as next_label, f.wanted_form_class_id, f.what, f.why, f.assumed, f.decided_at,
            coalesce(left(e.first_name, 1) || '. ' || e.last_name, a.user_name) as decided_by_name, d.kind as decision_kind`;

const FATES = `rollover_fates f
       join term_rollovers v using (rollover_id)
       join students s on s.id = f.student_key
       left join classes c on c.class_id = f.was_class_id
       left join form_classes g on g.form_class_id = c.form_class_id
       left join classes n on n.class_id = f.next_class_id
       left join turn_decisions d on d.student_key = f.student_key and d.academic_year_id = v.from_term_id / 10
       left join accounts a on a.account_id = f.decided_by
       left join employees e using (employee_id)`;

const BY_CLASS = `g.position nulls last, c.label collate names nulls last, ${registerOrderSql("s", "s.id")}`;

/**
 * With `needs`, students who need attention come first: students without a place, then students without a decision.
 */
const ORDERS = {
  needs: `(f.what = 'nowhere') desc, f.assumed desc, (f.what = 'repeating') desc, ${BY_CLASS}`,
  class: BY_CLASS,
} as const;

/** The students of one rollover whom a list shows. */
export type RolloverOutcomeFilter = {
  rolloverId: number;
  what: RolloverOutcomeKind | null;
  assumed: boolean | null;
  /** Limits the list to students who come from this form level and class; null for all. */
  formLevel: FormClass["form_level"] | null;
  classId: number | null;
  /** Words that the name, the ID or the present class must all contain; empty for all students. */
  name: string;
};

const IS_LISTED = `f.rollover_id = $rolloverId and ($what::text is null or f.what = $what) and ($assumed::boolean is null or f.assumed = $assumed)
        and ($formLevel::integer is null or g.form_level = $formLevel) and ($classId::integer is null or f.was_class_id = $classId)
        and ${hasEveryPlainWordSql(`(s.search_text || ' ' || coalesce(${plainLettersSql("c.label")}, ''))`)}`;

type OutcomePage = RolloverOutcomeFilter & { order: keyof typeof ORDERS; limit: number; offset: number };
type OutcomePageRow = RolloverOutcomeRow & { total: number; undecided: number };

/** Lists a page of outcomes. `total` and `undecided` count the students of the whole list. */
export function listRolloverOutcomesPage(params: OutcomePage, t: ReadTransaction): Promise<OutcomePageRow[]> {
  const { order, name, ...bound } = params;
  return queryRows<OutcomePageRow>(
    `select ${COLUMNS}, count(*) over ()::integer as total, count(*) filter (where ${IS_UNDECIDED}) over ()::integer as undecided
       from ${FATES}
      where ${IS_LISTED}
      order by ${ORDERS[order]}
      limit $limit offset $offset`,
    { ...bound, words: splitSearch(name) },
    t,
  );
}

/** Deletes the rehearsed outcomes of students who are being removed. A rollover that has started keeps its journal. */
export function deleteRehearsedOutcomes(keys: readonly number[], t: TermTransaction): Promise<void> {
  return runQuery(
    `delete from rollover_fates f
      using term_rollovers v
      where v.rollover_id = f.rollover_id and v.started_at is null and f.student_key = any ($keys::integer[])`,
    { keys },
    t,
  );
}

/** Lists the keys of all students of a list, or of the students about whom nobody has decided. */
export async function listSelectedStudents(
  params: RolloverOutcomeFilter & { onlyUndecided: boolean },
  t: ReadTransaction,
): Promise<number[]> {
  const { name, ...bound } = params;
  const found = await queryRows<Pick<RolloverOutcomeRow, "student_key">>(
    `select f.student_key
       from ${FATES}
      where ${IS_LISTED} and (not $onlyUndecided or ${IS_UNDECIDED})
      order by f.student_key`,
    { ...bound, words: splitSearch(name) },
    t,
  );
  return found.map(({ student_key }) => student_key);
}

/** Lists the students whom a rollover moves now, with their public IDs. They need not be in any rehearsal yet. */
export function listStudentsToRollOver(
  t: ReadTransaction,
): Promise<Pick<RolloverOutcomeRow, "student_key" | "student_id">[]> {
  return queryRows<Pick<RolloverOutcomeRow, "student_key" | "student_id">>(
    `select id as student_key, student_id
       from students
      where student_status_id <= ${STUDENT_REGISTERED}
      order by id`,
    [],
    t,
  );
}

export type LevelDefaultOutcomeRow = Pick<FormClass, "form_level" | "group_title"> & {
  outcome: DefaultOutcomeKind;
  /** Null for a level whose default was never set. */
  version: number | null;
  undecided: number;
  /** The number of students who go up by a decision. */
  accepted: number;
};

/** Lists the form levels of the school, each with its default outcome and the number of students it applies to. */
export function listLevelDefaultOutcomes(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<LevelDefaultOutcomeRow[]> {
  return queryRows<LevelDefaultOutcomeRow>(
    `with counted as (
       select g.form_level, count(*) filter (where ${IS_UNDECIDED})::integer as undecided,
              count(*) filter (where f.what = 'promoted' and not ${IS_UNDECIDED})::integer as accepted
         from ${FATES}
        where f.rollover_id = $rolloverId
        group by g.form_level)
     select g.form_level, min(g.group_title) as group_title, coalesce(o.outcome, 'up') as outcome, o.version,
            coalesce(n.undecided, 0) as undecided, coalesce(n.accepted, 0) as accepted
       from form_classes g
       left join default_outcomes o using (form_level)
       left join counted n using (form_level)
      group by g.form_level, o.outcome, o.version, n.undecided, n.accepted
      order by g.form_level`,
    params,
    t,
  );
}

/** Locks and returns the default outcome of a level, or null if it was never set. */
export function lockDefaultOutcome(
  { formLevel }: { formLevel: number },
  t: TermTransaction,
): Promise<Pick<DefaultOutcome, "outcome" | "version"> | null> {
  return queryRow<Pick<DefaultOutcome, "outcome" | "version">>(
    "select outcome, version from default_outcomes where form_level = $formLevel order by form_level for update",
    { formLevel },
    t,
  );
}

/** Stores what the students of a level do when nobody decides about them. */
export function saveDefaultOutcome(
  params: { formLevel: number; outcome: DefaultOutcomeKind },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `insert into default_outcomes (form_level, outcome) values ($formLevel, $outcome)
         on conflict (form_level) do update set outcome = excluded.outcome`,
    params,
    t,
  );
}

/** Lists all outcomes in the order of the classes that students came from, as the journal prints them. */
export function listRolloverJournal(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<RolloverOutcomeRow[]> {
  return queryRows<RolloverOutcomeRow>(
    `select ${COLUMNS} from ${FATES} where f.rollover_id = $rolloverId order by ${BY_CLASS}`,
    params,
    t,
  );
}

export type ProposedStudentRow = Pick<
  RolloverOutcomeRow,
  "student_id" | "first_name" | "last_name" | "was_label" | "what" | "assumed"
> &
  Pick<Student, "gender" | "date_of_birth"> & { next_class_id: number };

/** Lists the students who would be in a class of the new term, in register order. */
export function listProposedStudents(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<ProposedStudentRow[]> {
  return queryRows<ProposedStudentRow>(
    `select f.next_class_id, s.student_id, s.first_name, s.last_name, s.gender, s.date_of_birth::text as date_of_birth,
            c.label as was_label, f.what, f.assumed
       from ${FATES}
      where f.rollover_id = $rolloverId and f.next_class_id is not null
      order by ${registerOrderSql("s", "s.id")}`,
    params,
    t,
  );
}

export type UnplacedStudentRow = Pick<
  RolloverOutcomeRow,
  "student_key" | "student_id" | "first_name" | "last_name" | "was_label" | "why" | "wanted_form_class_id"
>;

/** Lists the students who cannot be placed, by reason. */
export function listUnplacedByReason(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<UnplacedStudentRow[]> {
  return queryRows<UnplacedStudentRow>(
    `select f.student_key, s.student_id, s.first_name, s.last_name, c.label as was_label, f.why, f.wanted_form_class_id
       from ${FATES}
      where f.rollover_id = $rolloverId and f.what = 'nowhere'
      order by f.why, f.wanted_form_class_id, ${BY_CLASS}`,
    params,
    t,
  );
}

export type ClassAfterRolloverRow = Pick<SchoolClass, "class_id" | "label" | "form_class_id"> & {
  promoted: number;
  repeating: number;
  staying: number;
  newcomers: number;
  students: number;
  /** The number of new students from each old class; `label` is null for students who had no class. */
  from: { label: string | null; count: number }[];
};

/** Lists each class of the new term, even if empty, with the number of new students by old class. */
export function listClassesAfterRollover(
  params: { rolloverId: number },
  t: ReadTransaction,
): Promise<ClassAfterRolloverRow[]> {
  return queryRows<ClassAfterRolloverRow>(
    `with sources as (
       select f.next_class_id, c.label, g.position, f.what, count(*)::integer as students
         from rollover_fates f
         left join classes c on c.class_id = f.was_class_id
         left join form_classes g using (form_class_id)
        where f.rollover_id = $rolloverId and f.next_class_id is not null
        group by f.next_class_id, c.label, g.position, f.what)
     select n.class_id, n.label, n.form_class_id, ${ofWhat("promoted")} as promoted, ${ofWhat("repeating")} as repeating,
            ${ofWhat("staying")} as staying, ${ofWhat("new")} as newcomers, coalesce(sum(x.students), 0)::integer as students,
            (select coalesce(jsonb_agg(jsonb_build_object('label', z.label, 'count', z.students) order by z.position nulls last, z.label), '[]')
               from (select y.label, y.position, sum(y.students) as students from sources y
                      where y.next_class_id = n.class_id group by y.label, y.position) z) as "from"
       from term_rollovers v
       join classes n on n.academic_year_id = v.to_term_id / 10
       join form_classes p on p.form_class_id = n.form_class_id
       left join sources x on x.next_class_id = n.class_id
      where v.rollover_id = $rolloverId
      group by n.class_id, n.label, n.form_class_id, p.position
      order by p.position, n.label collate names, n.class_id`,
    params,
    t,
  );
}

function ofWhat(what: RolloverOutcomeKind): string {
  return `coalesce(sum(x.students) filter (where x.what = '${what}'), 0)::integer`;
}

export type ClassOfYear = Pick<SchoolClass, "class_id" | "academic_year_id" | "label" | "subject_group"> &
  Pick<FormClass, "form_level" | "group_title">;

/** Lists the classes of the ending and of the new year, in the order of the school. */
export function listClassesOfYears(
  params: { fromYearId: number; toYearId: number },
  t: ReadTransaction,
): Promise<ClassOfYear[]> {
  return queryRows<ClassOfYear>(
    `select c.class_id, c.academic_year_id, c.label, c.subject_group, g.form_level, g.group_title
       from classes c
       join form_classes g using (form_class_id)
      where c.academic_year_id in ($fromYearId, $toYearId)
      order by c.academic_year_id, g.position, c.label collate names, c.class_id`,
    params,
    t,
  );
}

/** A decision. `classId` is set only for the kind `class`, `formClassId` only for the kind `form-class`. */
export type NewRolloverDecision = { kind: DecisionKind; classId: number | null; formClassId: string | null };

/** Tells whether the class or form class of a decision exists in the next year. */
export async function isDecisionPossible(
  params: NewRolloverDecision & { academicYearId: number },
  t: ReadTransaction,
): Promise<boolean> {
  const found = await queryRow<{ possible: boolean }>(
    `select case $kind
              when 'class' then $formClassId::text is null and exists (
                   select from classes where class_id = $classId::integer and academic_year_id = $academicYearId::integer + 10001)
              when 'form-class' then $classId::integer is null and exists (
                   select from form_classes where form_class_id = $formClassId::text)
              else $classId::integer is null and $formClassId::text is null end as possible
      order by possible`,
    params,
    t,
  );
  return found?.possible ?? false;
}

type OfStudents = { studentKeys: readonly number[]; academicYearId: number };

/**
 * Stores a decision for several students. Unknown keys are ignored. Returns the number of students for whom it was
 * stored.
 */
export async function saveRolloverDecisions(
  { decision, ...params }: OfStudents & { decision: NewRolloverDecision; accountId: number },
  t: TermTransaction,
): Promise<number> {
  const stored = await queryRows(
    `insert into turn_decisions (student_key, academic_year_id, kind, class_id, form_class_id, decided_by)
     select s.id, $academicYearId::integer, $kind, $classId::integer, $formClassId::text, $accountId::integer
       from students s
      where s.id = any ($studentKeys::integer[])
      order by s.id
     on conflict (student_key, academic_year_id) do update
        set kind = excluded.kind, class_id = excluded.class_id, form_class_id = excluded.form_class_id,
            decided_by = excluded.decided_by, decided_at = now()
     returning student_key`,
    { ...params, ...decision },
    t,
  );
  return stored.length;
}

export async function deleteRolloverDecisions(params: OfStudents, t: TermTransaction): Promise<number> {
  const removed = await queryRows(
    `delete from turn_decisions
      where student_key = any ($studentKeys::integer[]) and academic_year_id = $academicYearId
      returning student_key`,
    params,
    t,
  );
  return removed.length;
}
