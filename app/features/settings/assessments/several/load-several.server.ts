import { z } from "zod";
import { oneLine } from "#access/forms/form-values.schema.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listTermsWithTests } from "#db/queries/assessments/several-classes.ts";
import { findTerm } from "#db/queries/calendar.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { parseId } from "#domain/paths.ts";
import { FORTNIGHTLY, isFortnightly, termChoice, termTitle } from "#domain/terms.ts";
import { formatClassCount } from "#domain/text/noun.ts";
import { testDateField, testMaxField } from "#fields/assessment.ts";
import {
  CLASS_KIND_LABELS,
  classKindOf,
  LONGEST_TEST_TITLE,
  type AssessmentKind,
} from "../assessments.rules.ts";
import { readPlan, type SeveralPlan, type PlanInput } from "./plan.server.ts";
import { countLines, describeRow } from "./row-notes.rules.ts";
import {
  formatLevels,
  listScopes,
  outcomeOf,
  parseLevels,
  PARTS,
  settingField,
  packTexts,
  severalUrl,
  type LevelScope,
  unpackTexts,
} from "./several.rules.ts";

export const KINDS = Object.keys(CLASS_KIND_LABELS) as [AssessmentKind, ...AssessmentKind[]];
/** The value of the URL parameter that leaves the dates of the earlier term uncopied. */
export const WITHOUT_DATES = "no";
const MOST_TITLES = 20;

export type SeveralView = Awaited<ReturnType<typeof loadSeveral>>;

/**
 * Loads the tests of the classes of some levels, with a preview of the values in the URL.
 * @throws notFound as `readPlan`
 */
export async function loadSeveral(query: URLSearchParams) {
  const { term: chosen } = await requireTerm(parseId(query.get("term")), noTransaction);
  const wanted = wantedIn(query, chosen.academic_term_id);
  const plan = await readPlan(wanted, noTransaction);
  const { term, terms, columns, classes, kinds, plans } = plan;
  const { academic_term_id: academicTermId } = term;
  const [sources, stored] = [
    await listTermsWithTests(academicTermId, noTransaction),
    await findTerm(academicTermId, noTransaction),
  ];
  const shared = [...new Set(classes.map(classKindOf))];
  const lastYear = academicTermId - A_YEAR;
  return {
    term: termChoice(term),
    terms: terms.map(termChoice),
    url: severalUrl(wanted, Object.fromEntries(queryOf(wanted))),
    scopes: listScopes(plan.allClasses, wanted),
    scopeTitle: titleOfScope(plan, wanted.scope),
    scope: wanted.scope,
    levels: formatLevels(wanted.scope) ?? "",
    isWholeSchool: wanted.scope === null,
    isOver: !term.is_current,
    hasFortnightly:
      columns.some(({ testId }) => testId === FORTNIGHTLY) || isFortnightly(term.assessment_type),
    type: { chosen: term.assessment_type, version: stored?.version ?? 0 },
    classCount: classes.length,
    byCriteria: classes.filter(({ by_criteria }) => by_criteria).length,
    columns: columns.map(({ key, title }) => ({ key, title })),
    days: plan.days,
    rows: rowsOf(plan),
    figures: countLines(plans),
    /** The number of changes that saving would make: subjects in classes, and classes with a new kind of assessment. */
    changes: plans.filter((item) => outcomeOf(item) === "changed").length + kinds.filter(isPossible).length,
    kind: { shared: shared.length === 1 ? (shared[0] ?? "") : "", chosen: wanted.kind ?? "" },
    kindNotes: kindNotes(plan),
    copy: {
      from: wanted.from ?? "",
      withDates: wanted.withDates,
      suggested: sources.includes(lastYear) ? lastYear : (sources[0] ?? ""),
      terms: sources.map((id) => ({ id, label: termTitle(id) })),
    },
    titles: wanted.titles,
    /** Hidden fields that tell a save which fields were typed in, and what others have changed since. */
    seen: {
      shown: new URLSearchParams([...plan.cells].map(([name, { text }]) => [name, text])).toString(),
      kinds: classes.map((item) => `${item.class_id}:${classKindOf(item)}`).join(" "),
      since: plan.version,
      copyDigest: plan.copyDigest,
    },
  };
}

/** The difference between a term's id and the id of the same term a year later. */
const A_YEAR = 100_010;

export function isPossible({ reason }: SeveralPlan["kinds"][number]): boolean {
  return reason === null;
}

function kindNotes({ kinds }: SeveralPlan) {
  const set = kinds.filter(isPossible);
  const [first] = set;
  return {
    changes: first
      ? `${formatClassCount(set.length)} will be set to “${CLASS_KIND_LABELS[first.to]}”, for the whole year.`
      : "",
    refused: kinds
      .filter((item) => !isPossible(item))
      .map(({ label, reason }) => ({ label, reason: reason ?? "" })),
  };
}

function rowsOf({ plans, columns, cells, texts }: SeveralPlan) {
  return [...groupBy(plans, ({ line }) => line.subjectId)].map(([subjectId, ofSubject]) => ({
    subjectId,
    name: ofSubject[0]?.line.name ?? "",
    classes: ofSubject.length,
    isRefused: ofSubject.some((plan) => outcomeOf(plan) === "refused"),
    isByGrade: ofSubject.every(({ line }) => line.byGrade),
    notes: describeRow(ofSubject, columns),
    cells: Object.fromEntries(
      columns.flatMap(({ key }) =>
        PARTS.flatMap((part) => {
          const name = settingField(part, key, subjectId);
          const cell = cells.get(name);
          if (!cell) return [];
          return [[name, { isVarious: cell.isVarious, text: texts.get(name) ?? cell.text }] as const];
        }),
      ),
    ),
  }));
}

function titleOfScope({ classes }: SeveralPlan, scope: LevelScope): string {
  if (scope === null) return "Whole school";
  return scope.first === scope.last
    ? (classes[0]?.group_title ?? "")
    : `Forms ${scope.first} to ${scope.last}`;
}

/** Reads the parameters of a preview from its URL. */
function wantedIn(query: URLSearchParams, academicTermId: number): PlanInput {
  const fields = [...query].filter(([name]) => isSettingField(name));
  return {
    academicTermId,
    scope: parseLevels(query.get("levels")),
    texts: unpackTexts(fields),
    shown: null,
    since: null,
    from: parseId(query.get("from")),
    withDates: query.get("dates") !== WITHOUT_DATES,
    kind: KINDS.find((item) => item === query.get("kind")) ?? null,
    seenKinds: new Map(),
    titles: readTitles(query.get("tests")),
  };
}

/** Writes the URL parameters of a preview. `wantedIn` reads them. */
export function queryOf({ texts, from, withDates, kind, titles }: PlanInput): [string, string][] {
  return [
    ...(from === null ? [] : [["from", String(from)] as [string, string]]),
    ...(withDates ? [] : [["dates", WITHOUT_DATES] as [string, string]]),
    ...(kind === null ? [] : [["kind", kind] as [string, string]]),
    ...(titles.length === 0 ? [] : [["tests", JSON.stringify(titles)] as [string, string]]),
    ...packTexts(texts),
  ];
}

export function isSettingField(name: string): boolean {
  return name.startsWith(testDateField("")) || name.startsWith(testMaxField(""));
}

export function readTitles(text: string | null): string[] {
  const parsed = z
    .array(oneLine(LONGEST_TEST_TITLE))
    .max(MOST_TITLES)
    .safeParse(parseJson(text ?? "[]"));
  return parsed.success ? parsed.data.filter((title) => title !== "") : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
