import { z } from "zod";
import {
  formSucceeded,
  rejected,
  stale,
  checkVersion,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import {
  calendarDayFieldSchema,
  requiredLineSchema,
  rowIdSchema,
  versionFieldSchema,
} from "#access/forms/form-values.schema.server.ts";
import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import { listClassesOfYear } from "#db/queries/class-teachers.ts";
import { listCorrectedValues } from "#db/queries/entry/corrected-values.ts";
import * as corrections from "#db/queries/entry/entry-corrections.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import { exclusiveTermTransaction } from "#db/term-transaction.ts";
import { addDays, formatDate } from "#domain/dates.ts";
import {
  MAX_CORRECTION_REASON_LENGTH,
  MAX_CORRECTION_DAYS,
  formatCorrectionTarget,
} from "#domain/entry/corrections.ts";
import { joinTeacherNames, formatRegisterName } from "#domain/names.ts";
import { parseId, reportUrl } from "#domain/paths.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { termChoice } from "#domain/terms.ts";
import { parseSearchText } from "#domain/text/storable-text.ts";
import { isCorrection } from "#fields/correction.ts";
import { today } from "#runtime/clock.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import {
  describePastTermOpening,
  parseCorrectionTargetKind,
  pastTermsUrl,
  toCorrectionView,
  type CorrectionCounts,
  type CorrectionTargetKind,
} from "./past-terms.rules.ts";

/** The number of closed corrections that the page lists at first. */
const CLOSED_SHOWN = 3;

export type PastTermsView = Awaited<ReturnType<typeof loadPastTerms>>;
export type CorrectionView = PastTermsView["open"][number];
export type PastTermOpeningView = NonNullable<PastTermsView["opening"]>;

/** Loads the present and past corrections and, for an administrator, the form that opens a past term. */
export async function loadPastTerms({ person }: Visit, query: URLSearchParams) {
  const isAdmin = hasPermission(person, "admin");
  const [rows, opening] = await Promise.all([
    corrections.listCorrections(noTransaction),
    isAdmin ? loadOpening(query) : null,
  ]);
  const open = rows.filter(({ ended_on }) => ended_on === null);
  const closed = rows.filter(({ ended_on }) => ended_on !== null);
  const isAll = query.get("closed") === "all";
  return {
    opening,
    open: await viewsOf(open),
    closed: await viewsOf(isAll ? closed : closed.slice(0, CLOSED_SHOWN)),
    closedCount: closed.length,
    canOpen: isAdmin,
    canSetDates: hasPermission(person, "settings.manage"),
  };
}

function viewsOf(rows: readonly corrections.CorrectionRow[]) {
  return Promise.all(
    rows.map(async (row) => toCorrectionView(row, await countCorrected(row, noTransaction))),
  );
}

/** Counts what was corrected under one correction, and how many of the corrected reports need a new signature. */
async function countCorrected(row: corrections.CorrectionRow, t: ReadTransaction): Promise<CorrectionCounts> {
  const { entry_correction_id, academic_term_id: academicTermId, student_key: studentKey } = row;
  const target = { classId: row.class_id, employeeId: row.employee_id, studentKey };
  const classIds = await corrections.listClassIdsOfCorrection({ academicTermId, ...target }, t);
  const values = await listCorrectedValues({ academicTermId, classIds, studentKey }, t);
  const own = values.filter(
    (value) => value.entry_correction_id === entry_correction_id && isCorrection(value),
  );
  const studentKeys = [...new Set(own.map(({ row }) => row))];
  const toSign = await corrections.listReportsToSignAgain({ academicTermId, studentKeys }, t);
  const marks = own.filter(({ subject_id }) => subject_id !== null);
  const cells = new Set(
    marks.map(({ row, subject_id, test_id, fortnightly_title }) =>
      [row, subject_id, test_id, fortnightly_title].join(" "),
    ),
  );
  return {
    marks: cells.size,
    others: own.length - marks.length,
    toSign: toSign.map((report) => ({
      name: formatRegisterName(report),
      url: reportUrl({ classId: report.class_id, academicTermId, studentKey: report.student_key }),
    })),
    reports: await corrections.countSignedReports({ academicTermId, studentKeys }, t),
  };
}

/** Loads the form: the chosen term and class, teacher or student, and who could then do what. */
async function loadOpening(query: URLSearchParams) {
  const { terms } = await findRequestedTerm(null, noTransaction);
  const current = terms.find(({ is_current }) => is_current);
  const past = terms.filter(({ is_current }) => !is_current);
  const asked = parseId(query.get("term"));
  const term = past.find(({ academic_term_id }) => academic_term_id === asked) ?? past[0];
  if (!term || !current) return null;
  const kind = parseCorrectionTargetKind(query.get("for"));
  const search = parseSearchText(query.get("student"));
  const choices = await listTargets({ kind, term, search, id: parseId(query.get("id")) });
  const id = kind === "student" && choices.length === 1 ? choices[0]?.id : parseId(query.get("id"));
  const chosen = choices.find((choice) => choice.id === id) ?? null;
  return {
    term: termChoice(term),
    terms: past.map(termChoice),
    kind,
    search,
    choices,
    chosen,
    facts: chosen ? await loadFacts({ kind, term, current, id: chosen.id }) : null,
  };
}

type Asked = { kind: CorrectionTargetKind; term: TermRow; search: string; id: number | null };

/** Lists the classes or teachers of a past term, or the students who match the search. */
async function listTargets({ kind, term, search, id }: Asked): Promise<{ id: number; name: string }[]> {
  const { academic_term_id: academicTermId, academic_year_id: academicYearId } = term;
  if (kind === "class") {
    const classes = await listClassesOfYear(academicYearId, noTransaction);
    return classes.map(({ class_id, label, teachers }) => ({
      id: class_id,
      name: teachers.length > 0 ? `${label}: ${joinTeacherNames(teachers)}` : label,
    }));
  }
  if (kind === "teacher") {
    const teachers = await corrections.listPastTeachers({ academicTermId }, noTransaction);
    return teachers.map((row) => ({ id: row.employee_id, name: formatRegisterName(row) }));
  }
  if (search === "" && id === null) return [];
  const input = { academicTermId, studentKey: search === "" ? id : null, studentId: search.trim() };
  const students = await corrections.findPastStudents(
    { ...input, words: splitSearch(search) },
    noTransaction,
  );
  return students.map((row) => ({
    id: row.student_key,
    name: `${formatRegisterName(row)}, ${row.student_id}, ${row.class_label}`,
  }));
}

function targetOf(kind: CorrectionTargetKind, id: number): corrections.CorrectionTargetKeys {
  return {
    classId: kind === "class" ? id : null,
    employeeId: kind === "teacher" ? id : null,
    studentKey: kind === "student" ? id : null,
  };
}

async function loadFacts({
  kind,
  term,
  current,
  id,
}: {
  kind: CorrectionTargetKind;
  term: TermRow;
  current: TermRow;
  id: number;
}) {
  const input = { academicTermId: term.academic_term_id, ...targetOf(kind, id) };
  const [correctors, reach] = await Promise.all([
    corrections.listTeachersAbleToCorrect(input, noTransaction),
    corrections.countCorrectionReach(input, noTransaction),
  ]);
  return describePastTermOpening(kind, { correctors, reach, current: termChoice(current).label });
}

const UNTIL = "Enter the last day on which corrections can be made, like 7 September 2026.";
const reason = requiredLineSchema(
  MAX_CORRECTION_REASON_LENGTH,
  "Enter the reason. It appears in the history and on the printed card.",
);

export type PastTermsInput = z.input<typeof PastTermsFormSchema>;

export const PastTermsFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("open"),
    term: rowIdSchema,
    for: z.enum(["class", "teacher", "student"] satisfies CorrectionTargetKind[]),
    id: rowIdSchema,
    until: calendarDayFieldSchema(UNTIL),
    reason,
  }),
  z.object({
    intent: z.literal("change"),
    correction: rowIdSchema,
    version: versionFieldSchema,
    until: calendarDayFieldSchema(UNTIL),
    reason,
  }),
  z.object({ intent: z.literal("close"), correction: rowIdSchema }),
]);

type Submitted = z.output<typeof PastTermsFormSchema>;
type Intent<Name> = Extract<Submitted, { intent: Name }>;

/**
 * Opens a past term for correction, or changes or closes a correction.
 * @throws forbidden, notFound
 */
export function changePastTerms(visit: Visit, input: Submitted): Promise<FormOutcome> {
  if (!hasPermission(visit.person, "admin")) throw forbidden();
  switch (input.intent) {
    case "open":
      return openPastTerm(visit, input);
    case "change":
      return changeCorrection(visit, input);
    case "close":
      return closeCorrection(visit, input);
  }
}

function openPastTerm({ person, school }: Visit, input: Intent<"open">): Promise<FormOutcome> {
  const { term: academicTermId, for: kind, id, until, reason: why } = input;
  return transaction(person, async (t) => {
    const { term } = await requireTerm(academicTermId, t);
    if (term.is_current)
      return rejected("Only a past term can be opened for correction. Choose a past term.");
    const day = rejectDay(until, today(school.timeZone));
    if (day) return rejected({ until: day });
    await corrections.lockCorrections(t);
    const target = targetOf(kind, id);
    if (!(await isOfTerm({ kind, id, term }, t)))
      throw notFound(`This ${kind} is not in this term. Choose another ${kind}.`);
    const same = (await listOpen(t)).find(
      (row) =>
        row.academic_term_id === academicTermId &&
        row.class_id === target.classId &&
        row.employee_id === target.employeeId &&
        row.student_key === target.studentKey,
    );
    if (same)
      return rejected(
        `This term is already open for ${formatCorrectionTarget(same)} until ${formatDate(same.until)}. Change that date instead.`,
      );
    const opened = { target, academicTermId, until, reason: why, accountId: person.accountId };
    await corrections.createCorrection(opened, t);
    return formSucceeded(
      pastTermsUrl(),
      `${termChoice(term).label} opened for correction until ${formatDate(until)}`,
    );
  });
}

type Target = { kind: CorrectionTargetKind; id: number; term: TermRow };

async function isOfTerm({ kind, id, term }: Target, t: Transaction): Promise<boolean> {
  const { academic_term_id: academicTermId, academic_year_id } = term;
  if (kind === "class")
    return (await listClassesOfYear(academic_year_id, t)).some(({ class_id }) => class_id === id);
  if (kind === "teacher")
    return (await corrections.listPastTeachers({ academicTermId }, t)).some(
      ({ employee_id }) => employee_id === id,
    );
  const asked = { academicTermId, studentKey: id, studentId: "", words: [] };
  return (await corrections.findPastStudents(asked, t)).length > 0;
}

function rejectDay(until: string, now: string): string | null {
  if (until < now) return "This day has passed. Enter today or a later day.";
  const last = addDays(now, MAX_CORRECTION_DAYS);
  return until > last
    ? `A past term can be open until ${formatDate(last)}. Enter that day or an earlier day.`
    : null;
}

async function listOpen(t: ReadTransaction): Promise<corrections.CorrectionRow[]> {
  return (await corrections.listCorrections(t)).filter(({ ended_on }) => ended_on === null);
}

const ENDED = "This correction has already ended.";

function changeCorrection({ person, school }: Visit, input: Intent<"change">): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    await corrections.lockCorrections(t);
    const present = (await listOpen(t)).find((row) => row.entry_correction_id === input.correction);
    if (!present) return stale(`${ENDED} Open the past term again.`);
    checkVersion(
      { opened: input.version, current: present.version },
      `This correction was changed while you had it open. It is now open until ${formatDate(present.until)}: “${present.reason}” Save again to use your version instead.`,
    );
    const day =
      rejectDay(input.until, today(school.timeZone)) ?? rejectLongOpening(input.until, present.opened_on);
    if (day) return rejected({ until: day });
    const changed = { correctionId: input.correction, until: input.until, reason: input.reason };
    await corrections.updateCorrection(changed, t);
    return formSucceeded(
      pastTermsUrl(),
      `Open for ${formatCorrectionTarget(present)} until ${formatDate(input.until)}`,
    );
  });
}

function rejectLongOpening(until: string, opened: string): string | null {
  const last = addDays(opened, MAX_CORRECTION_DAYS);
  if (until <= last) return null;
  return `A past term can be open for ${MAX_CORRECTION_DAYS} days, which means until ${formatDate(last)}. Enter an earlier day.`;
}

function closeCorrection({ person }: Visit, input: Intent<"close">): Promise<FormOutcome> {
  // The exclusive transaction waits for saves that began while the term was open, so that they count as corrections.
  return exclusiveTermTransaction(person, async (t) => {
    await corrections.lockCorrections(t);
    const present = (await listOpen(t)).find((row) => row.entry_correction_id === input.correction);
    if (!present) throw notFound(`${ENDED} Reload the page.`);
    await corrections.closeCorrection({ correctionId: input.correction, accountId: person.accountId }, t);
    return formSucceeded(pastTermsUrl(), `Closed for ${formatCorrectionTarget(present)}`);
  });
}
