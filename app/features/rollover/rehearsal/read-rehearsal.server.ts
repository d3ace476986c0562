import { allows } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listOutcomeClasses,
  countUnplacedByReason,
  type UnplacedRow,
} from "#db/queries/rollover/outcomes.ts";
import { listChangedParts } from "#db/queries/rollover/fingerprint.ts";
import { findLatestRollover, type RolloverRow } from "#db/queries/rollover/rollovers.ts";
import { registerName } from "#domain/names.ts";
import { yearLabel } from "#domain/terms.ts";
import { readChoices, loadOutcomes } from "../outcomes/load-outcomes.server.ts";
import { rolloverUrl } from "../rollover-params.rules.ts";
import { formatChangedParts, formatOrigins, describeNoClass } from "../rollover-words.rules.ts";
import type { ComingClass, Refusal, RolloverRehearsal, Rollover } from "../rollover.ts";

/** Reads the outcome of a rehearsal, and the reasons that stop the rollover. */
export async function readRehearsal(
  rollover: RolloverRow,
  run: Rollover,
  visit: Visit,
): Promise<RolloverRehearsal> {
  const { rollover_id: rolloverId, state } = rollover;
  const isJudged = state === "ready" || state === "refused";
  const { tab } = run.params;
  const timeZone = visit.school.timeZone;
  const [changed, latest, stuck, classes, outcomes, choices] = await Promise.all([
    isJudged ? listChangedParts({ rolloverId }, noTransaction) : [],
    findLatestRollover(noTransaction),
    state === "refused" ? countUnplacedByReason({ rolloverId }, noTransaction) : [],
    listOutcomeClasses({ rolloverId }, noTransaction),
    tab !== "students" ? null : loadOutcomes(rollover, { params: run.params, order: "needs", timeZone }),
    readChoices(rollover),
  ]);
  const newer = latest && latest.rollover_id !== rolloverId ? rolloverUrl(latest.rollover_id) : null;
  return {
    ...run,
    kind: "rehearsal",
    changed: formatChangedParts(changed),
    newerUrl: newer,
    refusals: refusalsOf(stuck, yearLabel(rollover.to_year_id), allows("student-records", visit.person)),
    outcomes,
    classes: tab === "classes" ? classes.map(comingClass) : null,
    choices,
    counts: { classes: classes.length },
  };
}

function refusalsOf(stuck: readonly UnplacedRow[], toYear: string, isLinked: boolean): Refusal[] {
  const groups = new Map<string, UnplacedRow[]>();
  for (const row of stuck) {
    const words = describeNoClass(row.why, row.wanted_form_class_id, toYear);
    groups.set(words, [...(groups.get(words) ?? []), row]);
  }
  return [...groups].map(([words, rows]) => ({
    words,
    students: rows.map((row) => ({
      key: row.student_key,
      name: registerName(row),
      was: row.was_label ?? "not in a class",
      isLinked,
    })),
  }));
}

type ClassRow = Awaited<ReturnType<typeof listOutcomeClasses>>[number];

function comingClass({ class_id: id, from, form_class_id: _, ...counts }: ClassRow): ComingClass {
  return { id, ...counts, from: formatOrigins(from, counts.newcomers) };
}
