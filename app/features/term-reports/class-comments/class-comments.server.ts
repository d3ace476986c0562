import { z } from "zod";
import {
  formSucceeded,
  formSucceededWithResult,
  rejected,
  stale,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import { noTransaction } from "#db/index.ts";
import { listPhrasesForReport } from "#db/queries/reports/comment-phrases.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import type { ReportStudentRow } from "#db/queries/reports/term-reports.ts";
import { joinTeacherNames, formatRegisterName } from "#domain/names.ts";
import { PATHS, reportUrl, signAllReportsUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { calculateReportAverage } from "#domain/subject-results.ts";
import { COMMENT_MAX_LENGTHS, type CommentField } from "#domain/term-reports.ts";
import { periodLabel } from "#domain/terms.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { createBlankValues, findFieldTitle } from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { forbidden } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { findReplacedValues } from "#saving/protocol/judge.ts";
import { joinReasons, OWN_CHANGE_AUTHOR, type RowResult } from "#saving/protocol/protocol.ts";
import { loadEventsAfter } from "#saving/server/judge-rows.server.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import { findReportClass, type ReportClass } from "../find-report.server.ts";
import { readReportSubjects } from "../report/marks/read-subjects.server.ts";
import { describeReadOnlyReason, type ReportRole } from "../rights.rules.ts";
import { CLASS_REPORTS_SAVE_DEFINITION } from "../save/saved-report.server.ts";
import { toReportSignature } from "../sign/signature-words.rules.ts";
import { classCommentsUrl, parseCommentTickName, proposeComments } from "./proposals.rules.ts";

const NOT_YOURS =
  "You cannot write comments for this class because only its form teacher and the principal can.";

export type ClassCommentsView = Awaited<ReturnType<typeof loadClassComments>>;

/**
 * Loads the comments of a class as they would be stored: for each student with an average, the comment that the comment
 * bank proposes and the comment that the report already has.
 * @throws notFound, forbidden
 */
export async function loadClassComments(person: Person, key: ClassKey, field: CommentField | null) {
  const { found, field: written } = await findClassToComment(person, key, field);
  const { heading, role } = found;
  const limit = COMMENT_MAX_LENGTHS[written];
  return {
    field: written,
    title: findFieldTitle(TERM_RECORD_FIELDS, written),
    limit,
    /** The key of this page's save, by which the server recognises a form that is sent twice, and can undo it. */
    saveId: randomId(),
    url: classCommentsUrl(key, written),
    classOverviewUrl: signAllReportsUrl(key),
    commentBankUrl: PATHS.commentBank,
    classLabel: heading.class_label,
    about: [joinTeacherNames(heading.teachers), periodLabel(heading.academic_year_id, heading.term)]
      .filter(Boolean)
      .join(" · "),
    closed: closedReason(found),
    choices: commentsWrittenBy(role).map((choice) => ({
      to: classCommentsUrl(key, choice),
      title: findFieldTitle(TERM_RECORD_FIELDS, choice),
      current: choice === written,
    })),
    ...(await readProposals(person, found, written)),
  };
}

/** Finds a class and the comment that the person writes in its reports. @throws notFound, forbidden */
async function findClassToComment(person: Person, key: ClassKey, field: CommentField | null) {
  const found = await findReportClass(person, key, noTransaction);
  const written = commentsWrittenBy(found.role).find((item) => field === null || item === field);
  if (!written) throw forbidden(NOT_YOURS);
  return { found, field: written };
}

/** Lists the comments that a person writes in the reports of a class, the principal's first. */
function commentsWrittenBy({ signs, writes }: ReportRole): CommentField[] {
  const fields: (CommentField | false)[] = [signs && "principal_comment", writes && "teacher_comment"];
  return fields.filter((field) => field !== false);
}

function closedReason({ lock, dates, heading }: ReportClass): string | null {
  const { academic_year_id: academicYearId, term, teachers } = heading;
  return describeReadOnlyReason({ lock, dates, academicYearId, term, teachers: joinTeacherNames(teachers) });
}

async function readProposals(person: Person, found: ReportClass, field: CommentField) {
  const { key, heading } = found;
  const [records, subjectsOf, phrases] = await Promise.all([
    listTermRecords({ ...key, studentKey: null }, noTransaction),
    readReportSubjects(found, null, noTransaction),
    phrasesForAverages(person),
  ]);
  const averages = records.map((record) => calculateReportAverage(subjectsOf(record.student_key)));
  const students = records.flatMap((record, index) => {
    const student = studentOf(found, record.student_key);
    const average = averages[index] ?? null;
    return student && average !== null ? [{ record, student, average }] : [];
  });
  const proposals = proposeComments(
    students.map(({ record, student, average }) => ({
      firstName: student.first_name,
      gender: student.gender,
      average,
      otherComment: record[otherField(field)] || null,
    })),
    phrases,
    COMMENT_MAX_LENGTHS[field],
  );
  return {
    rows: students.map(({ record, student, average }, index) => ({
      studentKey: record.student_key,
      version: record.version,
      name: formatRegisterName(student),
      average,
      comment: record[field] || null,
      proposal: proposals[index] ?? null,
      /** The day of the signature, which has to be renewed if the comment changes. */
      signedOn: toReportSignature(record, heading.time_zone)?.on ?? null,
    })),
    withoutAverage: found.students
      .filter(({ student_key }) => !students.some(({ record }) => record.student_key === student_key))
      .map((student) => ({ name: formatRegisterName(student), url: urlOf(found, student.student_key) })),
  };
}

async function phrasesForAverages({ employeeId }: Person) {
  const phrases = await listPhrasesForReport({ employeeId }, noTransaction);
  return phrases.flatMap(({ phrase, is_own: isOwn, average_from: from, average_to: to }) =>
    from === null || to === null ? [] : [{ phrase, isOwn, averages: { from, to } }],
  );
}

function otherField(field: CommentField): CommentField {
  return field === "teacher_comment" ? "principal_comment" : "teacher_comment";
}

function studentOf({ students }: ReportClass, studentKey: number): ReportStudentRow | undefined {
  return students.find(({ student_key }) => student_key === studentKey);
}

function urlOf({ key }: ReportClass, studentKey: number): string {
  return reportUrl({ ...key, studentKey });
}

/**
 * Reads from a URL whether the teacher's or the principal's comment is written. Returns null for the person's usual
 * comment.
 */
export function parseCommentParam(query: URLSearchParams): CommentField | null {
  const of = query.get("of");
  return of === "teacher" || of === "principal" ? `${of}_comment` : null;
}

const saveId = z.string(OUTDATED_FORM_MESSAGE).regex(/^[\w-]{8,64}$/, OUTDATED_FORM_MESSAGE);

export type ClassCommentsInput = z.input<typeof ClassCommentsFormSchema>;

/** `tick` and `text` are by student; the names in `tick` come from `commentTickName`. */
export const ClassCommentsFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("store"),
    saveId,
    tick: z.record(z.string(), z.string()).default({}),
    text: z.record(z.string(), z.string()).default({}),
  }),
  z.object({ intent: z.literal("undo"), saveId }),
]);

type Input = z.output<typeof ClassCommentsFormSchema>;

/** A comment that was not stored, with the reason and the text that was typed. */
type LeftComment = { name: string; url: string; why: string; text: string };

export type CommentsSummary = {
  saveId: string;
  stored: number;
  /** The number of reports of the class that were not ticked. */
  others: number;
  /** The names of the students whose signed report now has to be signed again. */
  toSignAgain: string[];
  left: LeftComment[];
};

type Change<Intent extends Input["intent"]> = {
  field: CommentField | null;
  input: Extract<Input, { intent: Intent }>;
};

/**
 * Stores the ticked comments of a class in one transaction, by the same rules as a comment that is typed in the report.
 * A comment that a colleague has changed since the page was loaded is left unchanged, and the student is named. If a
 * text cannot be stored, nothing is.
 * @throws notFound, forbidden
 */
export async function storeClassComments(
  person: Person,
  key: ClassKey,
  change: Change<"store">,
): Promise<FormOutcome<CommentsSummary>> {
  const { found, field } = await findClassToComment(person, key, change.field);
  const comments = tickedComments(change.input);
  if (comments.length === 0) return rejected("Select the students whose comments you want to save.");
  const faults = comments.flatMap(({ studentKey, text }) => {
    const fault = commentFault(field, text);
    return fault === null ? [] : [[`text.${studentKey}`, fault] as const];
  });
  if (faults.length > 0) return rejected(Object.fromEntries(faults));
  const rows = comments.map(({ studentKey, version, text }) => ({
    row: String(studentKey),
    base: version,
    changes: { [field]: text },
    isWhole: true,
  }));
  const saved = await saveRows(
    CLASS_REPORTS_SAVE_DEFINITION,
    { person, key },
    { saveId: change.input.saveId, rows },
  );
  if (saved.closed) return stale(`No comments were saved: ${saved.closed.words}.`);
  const texts = new Map(comments.map(({ studentKey, text }) => [String(studentKey), text]));
  const stored = saved.results.filter(({ outcome }) => outcome === "saved");
  const result = {
    saveId: change.input.saveId,
    stored: stored.length,
    others: found.students.filter(({ student_key }) => !texts.has(String(student_key))).length,
    toSignAgain: await namesToSignAgain(found, stored),
    left: saved.results.flatMap((item) => {
      const why = describeLeft(item);
      const text = texts.get(item.row) ?? "";
      const studentKey = Number(item.row);
      return why === null
        ? []
        : [{ name: nameOf(found, studentKey), url: urlOf(found, studentKey), why, text }];
    }),
  };
  return formSucceededWithResult(result, { keepsFields: true });
}

function tickedComments({ tick, text }: Extract<Input, { intent: "store" }>) {
  const versions = new Map(
    Object.keys(tick).flatMap((name) => {
      const ticked = parseCommentTickName(name);
      return ticked ? [[ticked.studentKey, ticked.version] as const] : [];
    }),
  );
  return [...versions].map(([studentKey, version]) => ({
    studentKey,
    version,
    text: text[String(studentKey)] ?? "",
  }));
}

function commentFault(field: CommentField, text: string): string | null {
  const kind = TERM_RECORD_FIELDS.get(field)?.kind;
  const value = kind?.normalise(text) ?? null;
  if (value === null) return "Enter a comment, or clear the box to leave this student out.";
  const fault = kind?.refuse(value) ?? null;
  return fault && `${capitalise(fault)}.`;
}

function describeLeft(result: RowResult): string | null {
  if (result.outcome === "saved") return null;
  if (result.outcome === "refused") return joinReasons(result.refusals);
  return result.by === OWN_CHANGE_AUTHOR
    ? "you changed this comment on another page"
    : `${result.by} changed this comment after you opened this page`;
}

function nameOf(found: ReportClass, studentKey: number): string {
  const student = studentOf(found, studentKey);
  return student ? formatRegisterName(student) : "A student who left the class";
}

async function namesToSignAgain(found: ReportClass, stored: readonly RowResult[]): Promise<string[]> {
  const records: TermRecordRow[] = await listTermRecords({ ...found.key, studentKey: null }, noTransaction);
  return records
    .filter(({ signature, student_key }) =>
      Boolean(signature?.changed && stored.some(({ row }) => row === String(student_key))),
    )
    .map(({ student_key }) => nameOf(found, student_key));
}

/**
 * Undoes `storeClassComments`: each report gets its earlier comment back. A comment that somebody has changed since
 * stays. The dates of entry do not matter, just as when an earlier value is restored from the history.
 * @throws notFound, forbidden
 */
export async function undoClassComments(
  person: Person,
  key: ClassKey,
  change: Change<"undo">,
): Promise<FormOutcome> {
  const { found, field } = await findClassToComment(person, key, change.field);
  const rows = await rowsBefore(found, { field, saveId: change.input.saveId });
  if (rows.length === 0) return stale("There are no comments to undo. Reload the page to see the comments.");
  const saved = await saveRows(
    CLASS_REPORTS_SAVE_DEFINITION,
    { person, key },
    { saveId: randomId(), rows, isPutBack: true },
  );
  if (saved.closed) return stale(`No comments were undone: ${saved.closed.words}.`);
  const left = saved.results.filter(({ outcome }) => outcome !== "saved");
  const undone = `${formatCountOf(saved.results.length - left.length, "comment")} undone.`;
  const names = left.map(({ row }) => nameOf(found, Number(row))).join("; ");
  const words = left.length === 0 ? "" : ` Comments changed since then were not undone: ${names}.`;
  return formSucceeded(classCommentsUrl(key, field), undone + words);
}

/** Returns the rows that restore the comments from before a save, each based on the version that the save wrote. */
async function rowsBefore(target: ReportClass, { field, saveId }: { field: CommentField; saveId: string }) {
  const versions = new Map(target.students.map(({ student_key }) => [String(student_key), 0]));
  const history = { screen: CLASS_REPORTS_SAVE_DEFINITION, target, reader: null };
  const events = await loadEventsAfter(history, versions, noTransaction);
  const blank = createBlankValues(TERM_RECORD_FIELDS);
  return [...events].flatMap(([row, ofRow]) => {
    const own = ofRow.findLast((event) => event.saveId === saveId);
    const before = findReplacedValues(saveId, ofRow, blank);
    if (!own || !(field in before)) return [];
    return [{ row, base: own.version, changes: { [field]: before[field] ?? null }, isWhole: true }];
  });
}
