import { z } from "zod";
import { singleLineSchema } from "#access/forms/form-values.schema.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listTermsWithTests } from "#db/queries/assessments/several-classes.ts";
import { findTerm } from "#db/queries/calendar.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { parseId } from "#domain/paths.ts";
import { FORTNIGHTLY_TEST_ID, isFortnightly, termChoice, termTitle } from "#domain/terms.ts";
import { formatClassCount } from "#domain/text/noun.ts";
import { testDateField, testMaxField } from "#fields/assessment.ts";
import {
  CLASS_KIND_LABELS,
  getAssessmentKind,
  MAX_TEST_TITLE_LENGTH,
  type AssessmentKind,
} from "../assessments.rules.ts";
import { readSettingsPlan, type SeveralClassesPlan, type SettingsPlanInput } from "./plan.server.ts";
import { countChangedLines, describeSubjectChanges } from "./row-notes.rules.ts";
import {
  formatLevelScope,
  listLevelScopeLinks,
  subjectLineOutcome,
  parseLevelScope,
  TEST_SETTING_NAMES,
  settingField,
  encodeFieldTextsForUrl,
  severalClassesUrl,
  type LevelScope,
  decodeFieldTextsFromUrl,
} from "./several.rules.ts";

export const ASSESSMENT_KINDS = Object.keys(CLASS_KIND_LABELS) as [AssessmentKind, ...AssessmentKind[]];
/** The value of the URL parameter with which the dates of the earlier term are not copied. */
export const WITHOUT_DATES_VALUE = "no";
const MOST_TITLES = 20;

export type SeveralClassesView = Awaited<ReturnType<typeof loadSeveralClasses>>;

/**
 * Loads the tests of the classes of some levels, with a preview of the values in the URL.
 * @throws notFound as `readSettingsPlan`
 */
export async function loadSeveralClasses(query: URLSearchParams) {
  const { term: chosen } = await requireTerm(parseId(query.get("term")), noTransaction);
  const wanted = wantedIn(query, chosen.academic_term_id);
  const plan = await readSettingsPlan(wanted, noTransaction);
  const { term, terms, columns, classes, kinds, plans } = plan;
  const { academic_term_id: academicTermId } = term;
  const [sources, stored] = [
    await listTermsWithTests(academicTermId, noTransaction),
    await findTerm(academicTermId, noTransaction),
  ];
  const shared = [...new Set(classes.map(getAssessmentKind))];
  const lastYear = academicTermId - A_YEAR;
  return {
    term: termChoice(term),
    terms: terms.map(termChoice),
    url: severalClassesUrl(wanted, Object.fromEntries(buildSettingsPreviewQuery(wanted))),
    scopes: listLevelScopeLinks(plan.allClasses, wanted),
    scopeTitle: titleOfScope(plan, wanted.scope),
    scope: wanted.scope,
    levels: formatLevelScope(wanted.scope) ?? "",
    isWholeSchool: wanted.scope === null,
    isOver: !term.is_current,
    hasFortnightly:
      columns.some(({ testId }) => testId === FORTNIGHTLY_TEST_ID) || isFortnightly(term.assessment_type),
    type: { chosen: term.assessment_type, version: stored?.version ?? 0 },
    classCount: classes.length,
    byCriteria: classes.filter(({ by_criteria }) => by_criteria).length,
    columns: columns.map(({ key, title }) => ({ key, title })),
    days: plan.days,
    rows: rowsOf(plan),
    figures: countChangedLines(plans),
    /** The number of changes that saving would make: subjects in classes, and classes with a new kind of assessment. */
    changes:
      plans.filter((item) => subjectLineOutcome(item) === "changed").length +
      kinds.filter(canChangeKind).length,
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
      kinds: classes.map((item) => `${item.class_id}:${getAssessmentKind(item)}`).join(" "),
      since: plan.version,
      copyDigest: plan.copyDigest,
    },
  };
}

/** The difference between a term's id and the id of the same term a year later. */
const A_YEAR = 100_010;

export function canChangeKind({ reason }: SeveralClassesPlan["kinds"][number]): boolean {
  return reason === null;
}

function kindNotes({ kinds }: SeveralClassesPlan) {
  const set = kinds.filter(canChangeKind);
  const [first] = set;
  return {
    changes: first
      ? `${formatClassCount(set.length)} will be set to “${CLASS_KIND_LABELS[first.to]}”, for the whole year.`
      : "",
    refused: kinds
      .filter((item) => !canChangeKind(item))
      .map(({ label, reason }) => ({ label, reason: reason ?? "" })),
  };
}

function rowsOf({ plans, columns, cells, texts }: SeveralClassesPlan) {
  return [...groupBy(plans, ({ line }) => line.subjectId)].map(([subjectId, ofSubject]) => ({
    subjectId,
    name: ofSubject[0]?.line.name ?? "",
    classes: ofSubject.length,
    isRefused: ofSubject.some((plan) => subjectLineOutcome(plan) === "refused"),
    isByGrade: ofSubject.every(({ line }) => line.byGrade),
    notes: describeSubjectChanges(ofSubject, columns),
    cells: Object.fromEntries(
      columns.flatMap(({ key }) =>
        TEST_SETTING_NAMES.flatMap((part) => {
          const name = settingField(part, key, subjectId);
          const cell = cells.get(name);
          if (!cell) return [];
          return [[name, { isVarious: cell.isVarious, text: texts.get(name) ?? cell.text }] as const];
        }),
      ),
    ),
  }));
}

function titleOfScope({ classes }: SeveralClassesPlan, scope: LevelScope): string {
  if (scope === null) return "Whole school";
  return scope.first === scope.last
    ? (classes[0]?.group_title ?? "")
    : `Forms ${scope.first} to ${scope.last}`;
}

/** Reads the parameters of a preview from its URL. */
function wantedIn(query: URLSearchParams, academicTermId: number): SettingsPlanInput {
  const fields = [...query].filter(([name]) => isTestSettingField(name));
  return {
    academicTermId,
    scope: parseLevelScope(query.get("levels")),
    texts: decodeFieldTextsFromUrl(fields),
    shown: null,
    since: null,
    from: parseId(query.get("from")),
    withDates: query.get("dates") !== WITHOUT_DATES_VALUE,
    kind: ASSESSMENT_KINDS.find((item) => item === query.get("kind")) ?? null,
    seenKinds: new Map(),
    titles: parseTestTitles(query.get("tests")),
  };
}

/** Writes the URL parameters of a preview. `wantedIn` reads them. */
export function buildSettingsPreviewQuery({
  texts,
  from,
  withDates,
  kind,
  titles,
}: SettingsPlanInput): [string, string][] {
  return [
    ...(from === null ? [] : [["from", String(from)] as [string, string]]),
    ...(withDates ? [] : [["dates", WITHOUT_DATES_VALUE] as [string, string]]),
    ...(kind === null ? [] : [["kind", kind] as [string, string]]),
    ...(titles.length === 0 ? [] : [["tests", JSON.stringify(titles)] as [string, string]]),
    ...encodeFieldTextsForUrl(texts),
  ];
}

export function isTestSettingField(name: string): boolean {
  return name.startsWith(testDateField("")) || name.startsWith(testMaxField(""));
}

export function parseTestTitles(text: string | null): string[] {
  const parsed = z
    .array(singleLineSchema(MAX_TEST_TITLE_LENGTH))
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
