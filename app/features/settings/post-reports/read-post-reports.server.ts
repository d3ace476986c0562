import { createHash } from "node:crypto";
import type { Visit } from "#access/session.server.ts";
import { readsAllClasses } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { chosenTerm } from "#db/queries/lessons.ts";
import { lateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import { classPostings, type ClassPosting } from "#db/queries/reports/postings.ts";
import { lastChangesSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { joinedNames } from "#domain/names.ts";
import { idOf } from "#domain/paths.ts";
import { termChoice } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { changedReport } from "./changed-report.server.ts";
import type { ChangedReport, PostingLine, PostReports } from "./post-reports.rules.ts";

/** What of a term is posted, class by class (A4); null where no term has begun, or none is so called. */
export async function readPostReports(visit: Visit, query: URLSearchParams): Promise<PostReports | null> {
  const asked = query.get("term");
  const { term, terms } = await chosenTerm(idOf(asked), noTransaction);
  if (!term || (asked !== null && idOf(asked) === null)) return null;
  const academicTermId = term.academic_term_id;
  const [classes, postings] = await Promise.all([
    lateClasses({ academicTermId, flavour: visit.school.flavour }, noTransaction),
    classPostings({ academicTermId }, noTransaction),
  ]);
  const changed = await changedReports(visit, { academicTermId, postings });
  return {
    term: termChoice(term),
    terms: terms.map(termChoice),
    seen: seenOf(postings),
    lines: classes.map((held) => lineOf(held, changed.get(held.class_id) ?? [])),
  };
}

/** The same whenever the same is posted, since the same moment. */
export function seenOf(postings: readonly ClassPosting[]): string {
  const stated = postings.map(({ class_id, posted, posted_at }) => [class_id, posted, posted_at]);
  return createHash("sha256").update(JSON.stringify(stated)).digest("base64url").slice(0, 22);
}

type OfTerm = { academicTermId: number; postings: readonly ClassPosting[] };

async function changedReports(
  { person, school }: Visit,
  { academicTermId, postings }: OfTerm,
): Promise<Map<number, ChangedReport[]>> {
  const classIds = postings.filter(({ posted }) => posted).map(({ class_id }) => class_id);
  if (classIds.length === 0) return new Map();
  const changes = await lastChangesSincePosted({ academicTermId, classIds, studentKey: null }, noTransaction);
  const telling = {
    academicTermId,
    readsReports: readsAllClasses(person),
    timeZone: school.timeZone,
    now: now(),
  };
  return changes.reduce((byClass, change) => {
    const before = byClass.get(change.class_id) ?? [];
    return byClass.set(change.class_id, [...before, changedReport(change, telling)]);
  }, new Map<number, ChangedReport[]>());
}

function lineOf(
  { class_id: classId, class_label: label, teachers, reports, posted_on: postedOn }: LateClassRow,
  changed: ChangedReport[],
): PostingLine {
  const { total, complete, signed } = reports;
  return {
    classId,
    label,
    teachers: joinedNames(teachers),
    postedOn,
    reports: total,
    complete,
    signed,
    changed,
  };
}
