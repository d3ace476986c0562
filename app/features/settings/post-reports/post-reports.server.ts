import { createHash } from "node:crypto";
import { z } from "zod";
import { formSucceeded, rejected, stale } from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE, rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { canReadAllClasses } from "#access/permissions.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { filterClassesOfTeacher, findShownLevel, listClassesOfYear } from "#db/queries/class-teachers.ts";
import { findRequestedTerm } from "#db/queries/lessons.ts";
import { WHOLE_SCHOOL } from "#db/queries/parts.ts";
import { listLateClasses, type LateClassRow } from "#db/queries/reports/late-classes.ts";
import * as postings from "#db/queries/reports/postings.ts";
import { listChangesSincePosted, type ChangeSincePosted } from "#db/queries/reports/report-card-changes.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatActorName, joinTeacherNames, formatRegisterName } from "#domain/names.ts";
import { parseId, reportUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termChoice } from "#domain/terms.ts";
import { formatClassCount, formatMarkChange, formatRecentMoment } from "#domain/text/noun.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { now } from "#runtime/clock.ts";
import { postReportsUrl, type ReportChangedSincePosted, type PostingLine } from "./post-reports.rules.ts";

const NOTICE_SECONDS = 5;

export type PostReportsView = NonNullable<Awaited<ReturnType<typeof loadPostReports>>>;

/**
 * Loads the classes of a term, or of one level, and whether their reports are posted. Returns null if there is no
 * such term.
 */
export async function loadPostReports(visit: Visit, query: URLSearchParams) {
  const input = query.get("term");
  const { term, terms } = await findRequestedTerm(parseId(input), noTransaction);
  if (!term || (input !== null && parseId(input) === null)) return null;
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const requested = parseId(query.get("level"));
  const [level, rows] = await Promise.all([
    findShownLevel({ ...WHOLE_SCHOOL, academicYearId }, requested, noTransaction),
    postings.listClassPostings({ academicTermId }, noTransaction),
  ]);
  const within = { ...WHOLE_SCHOOL, level: level.shown };
  const classes = await listLateClasses({ academicTermId, flavour: visit.school.flavour }, within);
  const changed = await changedReports(visit, { academicTermId, classes });
  return {
    term: termChoice(term),
    terms: terms.map(termChoice),
    /** The state of the postings, so that nobody posts without having seen a colleague's change. */
    seen: postingsFingerprint(rows),
    level,
    /** The level whose classes the page shows; null if it shows all classes. */
    levelTitle: level.levels.find((item) => item.level === level.shown)?.title ?? null,
    lines: classes.map((row) => lineOf(row, changed.get(row.class_id) ?? [])),
  };
}

/** Returns a fingerprint of the postings. It changes whenever the reports of a class are posted or taken back. */
export function postingsFingerprint(rows: readonly postings.ClassPosting[]): string {
  const stated = rows.map(({ class_id, posted, posted_at }) => [class_id, posted, posted_at]);
  return createHash("sha256").update(JSON.stringify(stated)).digest("base64url").slice(0, 22);
}

async function changedReports(
  { person, school }: Visit,
  { academicTermId, classes }: { academicTermId: number; classes: readonly LateClassRow[] },
): Promise<Map<number, ReportChangedSincePosted[]>> {
  const classIds = classes.filter(({ posted_on }) => posted_on !== null).map(({ class_id }) => class_id);
  if (classIds.length === 0) return new Map();
  const changes = await listChangesSincePosted({ academicTermId, classIds, studentKey: null }, noTransaction);
  const words = {
    academicTermId,
    readsReports: canReadAllClasses(person),
    timeZone: school.timeZone,
    now: now(),
  };
  return changes.reduce((byClass, change) => {
    const before = byClass.get(change.class_id) ?? [];
    return byClass.set(change.class_id, [...before, changedReport(change, words)]);
  }, new Map<number, ReportChangedSincePosted[]>());
}

function lineOf(
  { class_id: classId, class_label: label, teachers, reports, posted_on: postedOn }: LateClassRow,
  changed: ReportChangedSincePosted[],
): PostingLine {
  const { total, complete, signed } = reports;
  return {
    classId,
    label,
    teachers: joinTeacherNames(teachers),
    postedOn,
    reports: total,
    complete,
    signed,
    changed,
  };
}

type ReportWords = {
  academicTermId: number;
  /** Whether the change may be described. Otherwise the text says only that a mark changed. */
  readsReports: boolean;
  timeZone: string;
  now: Date;
};

function changedReport(change: ChangeSincePosted, words: ReportWords): ReportChangedSincePosted {
  const { academicTermId, readsReports, timeZone, now } = words;
  const key = { classId: change.class_id, academicTermId, studentKey: change.row };
  const parts = [
    partWords(change, readsReports),
    formatActorName(change),
    formatRecentMoment(change.at, { timeZone, now }),
  ];
  return {
    name: formatRegisterName(change.student),
    url: readsReports ? reportUrl(key) : null,
    what: parts.filter(Boolean).join(", "),
  };
}

/** Describes a change: `Mathematics 61 to 64`, `Teacher's Comments` or `Signature`. */
function partWords(change: ChangeSincePosted, readsReports: boolean): string {
  if (change.table_name !== "term_records")
    return (readsReports && formatMarkChange(change)) || (change.title ?? "");
  const columns = Object.keys(change.new_values ?? {});
  const titles = [...TERM_RECORD_FIELDS]
    .filter(([name]) => columns.includes(name))
    .map(([, { title }]) => title);
  if (columns.some((name) => name.startsWith("sign"))) titles.unshift("Signature");
  return titles.length > MOST_NAMED ? "Term record" : titles.join(", ");
}

/** The number of fields that are named. A change of more fields is described as a change of the whole report. */
const MOST_NAMED = 3;

export type PostReportsInput = z.input<typeof PostReportsFormSchema>;

/** `class` has the keys of the selected classes. */
export const PostReportsFormSchema = z.object({
  intent: z.enum(["post", "unpost"]),
  term: rowIdSchema,
  /** The level that the page shows in a school with too many classes for one page. */
  level: rowIdSchema.optional(),
  seen: z.string(OUTDATED_FORM_MESSAGE),
  class: z.record(z.string(), z.string()).default({}),
});

const CHANGED =
  "Reports were posted while you had this page open, or the classes have changed. Check the list, then try again.";

/** Posts the reports of the selected classes, or takes them back. @throws notFound */
export function changeSelectedPostings(
  person: Person,
  { intent, term, level, seen, class: ticked }: z.output<typeof PostReportsFormSchema>,
) {
  return changingPostings(person, term, async ({ t, academicTermId }) => {
    const before = await postings.listClassPostings({ academicTermId }, t);
    if (postingsFingerprint(before) !== seen) return stale(CHANGED);
    const isSelected = ({ class_id }: postings.ClassPosting) => Object.hasOwn(ticked, class_id);
    const selected = before.filter(isSelected);
    if (selected.length === 0) return rejected("Select at least one class.");
    const { isFirst } = await stateOf(academicTermId, t);
    const posted = intent === "post";
    // The first posting of a term is stored as the whole term with a list of classes that are held back, so this lists
    // the classes that are not selected.
    const listed = posted && isFirst ? before.filter((row) => !isSelected(row)) : selected;
    const classIds = listed.map(({ class_id }) => class_id);
    await storeListed({ academicTermId, classIds, posted, isFirst }, t);
    const message = `${formatClassCount(selected.length)} ${posted ? "posted" : "unposted"}`;
    return formSucceeded(postReportsUrl(academicTermId, level), message, { seconds: NOTICE_SECONDS });
  });
}

/**
 * Returns the postings of a term. The default is the current term. The list is empty before the first posting.
 * @throws notFound
 */
export async function readPostings(academicTermId: number | null): Promise<postings.PostingRow[]> {
  const { term } = await requireTerm(academicTermId, noTransaction);
  return postings.listPostingRows({ academicTermId: term.academic_term_id }, noTransaction);
}

/** A form class, the class of one teacher in a form class, or a class by its id. */
type Named = { form_class_id: string; employee_id?: number | null; class_id?: number | null };

/**
 * Finds the classes with these names in the term's year. `unknown` is the first name that no class has.
 * @throws notFound
 */
export async function findClassesByName(
  academicTermId: number,
  named: readonly Named[],
): Promise<{ classIds: number[]; unknown: string | null }> {
  const { term } = await requireTerm(academicTermId, noTransaction);
  const classes = await listClassesOfYear(term.academic_year_id, noTransaction);
  const matches = named.map(({ form_class_id, employee_id = null, class_id = null }) => {
    const ofForm = classes.filter((held) => held.form_class_id === form_class_id);
    if (class_id !== null) return ofForm.filter((held) => held.class_id === class_id);
    return filterClassesOfTeacher(ofForm, employee_id);
  });
  const unknown = named.find((_, index) => matches[index]?.length === 0);
  const classIds = new Set(matches.flat().map(({ class_id }) => class_id));
  return { classIds: [...classIds], unknown: unknown?.form_class_id ?? null };
}

type Listed = { academicTermId: number; classIds: readonly number[]; posted: boolean };

/**
 * Posts reports by the rule of the API: the first call for a term posts all classes except the listed classes, and
 * later calls post the listed classes.
 * @throws notFound
 */
export function postListedClasses(person: Person, listed: Listed): Promise<postings.PostingRow[]> {
  const { academicTermId } = listed;
  return changingPostings(person, academicTermId, async ({ t }) => {
    const { isFirst } = await stateOf(academicTermId, t);
    await storeListed({ ...listed, isFirst }, t);
    return postings.listPostingRows({ academicTermId }, t);
  });
}

/**
 * Creates the rows for posting the classes of a term. The default is the current term. New rows are not posted, and
 * existing rows are not changed.
 * @throws notFound
 */
export function createPostingRows(
  person: Person,
  academicTermId: number | null,
): Promise<postings.PostingRow[]> {
  return changingPostings(person, academicTermId, async ({ t, academicTermId }) => {
    await postings.createMissingPostings({ academicTermId }, t);
    return postings.listPostingRows({ academicTermId }, t);
  });
}

type Changing = { t: TermTransaction; academicTermId: number };

/** Runs changes one after the other. If two people post at once, the second change sees the result of the first. */
function changingPostings<Result>(
  person: Person,
  input: number | null,
  work: (changing: Changing) => Promise<Result>,
): Promise<Result> {
  return termTransaction(person, async (t) => {
    const { term } = await requireTerm(input, t);
    const academicTermId = term.academic_term_id;
    await postings.lockPostings({ academicTermId }, t);
    return work({ t, academicTermId });
  });
}

async function stateOf(academicTermId: number, t: TermTransaction): Promise<{ isFirst: boolean }> {
  return { isFirst: (await postings.listPostingRows({ academicTermId }, t)).length === 0 };
}

async function storeListed(
  { academicTermId, classIds, posted, isFirst }: Listed & { isFirst: boolean },
  t: TermTransaction,
): Promise<void> {
  if (!posted || !isFirst) return postings.savePostings({ academicTermId, classIds, posted }, t);
  await postings.savePostings({ academicTermId, classIds: [null], posted: true }, t);
  await postings.savePostings({ academicTermId, classIds, posted: false }, t);
}
