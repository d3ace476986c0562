import { noTransaction } from "#db/index.ts";
import {
  listClassesOfYears,
  listOutcomesPage,
  type YearClass,
  type OutcomeRow,
} from "#db/queries/rollover/outcomes.ts";
import type { RolloverRow } from "#db/queries/rollover/rollovers.ts";
import { registerName } from "#domain/names.ts";
import { yearLabel } from "#domain/terms.ts";
import { describeOutcome, describeReason } from "#domain/rollover/outcome-words.ts";
import type { OutcomeChoices, OutcomeList } from "../rollover.ts";
import type { RolloverParams } from "../rollover-params.rules.ts";
import { outcomeAppearance, type OutcomeView } from "./outcome-view.rules.ts";

const PAGE_SIZE = 50;

type Asked = { params: RolloverParams; order: "needs" | "class"; timeZone: string };

/** Reads a page of students with their outcomes, filtered on the server, because a school may have many. */
export async function loadOutcomes(rollover: RolloverRow, input: Asked): Promise<OutcomeList> {
  const { what, isAssumed, level, classId, name, page } = input.params;
  const found = await listOutcomesPage(
    {
      rolloverId: rollover.rollover_id,
      what,
      assumed: isAssumed ? true : null,
      formLevel: level,
      classId,
      name,
      order: input.order,
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    },
    noTransaction,
  );
  const first = (page - 1) * PAGE_SIZE + 1;
  const of = { toYear: yearLabel(rollover.to_year_id), timeZone: input.timeZone };
  return {
    rows: found.map((outcome, index) => ({ ...toOutcomeView(outcome, of), place: first + index })),
    total: found[0]?.total ?? 0,
    pageSize: PAGE_SIZE,
  };
}

function toOutcomeView(
  outcome: OutcomeRow,
  of: { toYear: string; timeZone: string },
): Omit<OutcomeView, "place"> {
  return {
    key: outcome.student_key,
    name: registerName(outcome),
    was: outcome.was_label ?? "–",
    next: outcome.next_label ?? outcome.wanted_form_class_id ?? "–",
    what: describeOutcome(outcome),
    why: describeReason(outcome, of),
    ...outcomeAppearance(outcome),
  };
}

/** Reads the choices for the filters, and the classes to which students can be sent when the year ends. */
export async function readChoices({
  from_year_id,
  to_year_id,
  turns_year,
}: RolloverRow): Promise<OutcomeChoices> {
  const classes = await listClassesOfYears({ fromYearId: from_year_id, toYearId: to_year_id }, noTransaction);
  const now = classes.filter(({ academic_year_id }) => academic_year_id === from_year_id);
  const next = classes.filter(({ academic_year_id }) => academic_year_id === to_year_id);
  const levels = new Map(now.map(({ form_level, group_title }) => [form_level, group_title]));
  return {
    levels: [...levels].map(([level, label]) => ({ value: String(level), label })),
    classes: now.map(classChoice),
    destinations: turns_year ? [...DECISIONS, ...next.map(destination)] : [],
  };
}

const DECISIONS = [
  { value: "promote", label: "Promote" },
  { value: "repeat", label: "Repeat" },
  { value: "leave", label: "Leave" },
  { value: "report", label: "Follow the report" },
];

function classChoice({ class_id, label }: YearClass) {
  return { value: String(class_id), label };
}

function destination({ class_id, label }: YearClass) {
  return { value: `class ${class_id}`, label };
}
