import { z } from "zod";
import { formSucceeded, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { rowIdSchema, versionOrNewSchema } from "#access/forms/form-values.schema.server.ts";
import { noTransaction } from "#db/index.ts";
import { listPhrasesForReport } from "#db/queries/reports/comment-phrases.ts";
import { listTermRecords } from "#db/queries/reports/term-records.ts";
import { PATHS, reportUrl, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { fillPhrase } from "#domain/phrases.ts";
import { COMMENT_MAX_LENGTHS, type CommentField } from "#domain/term-reports.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { describeNotRestored } from "#saving/server/row-history.server.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import { findReport, type StudentReport } from "../../find-report.server.ts";
import { REPORT_SAVE_DEFINITION } from "../../save/saved-report.server.ts";

export type PhrasesView = Awaited<ReturnType<typeof loadPhrases>>;

/** Returns the name of the comment from the URL. @throws notFound */
export function parseCommentField({ field }: Record<string, string | undefined>): CommentField {
  if (field === "teacher_comment" || field === "principal_comment") return field;
  throw notFound("You can insert phrases into comments only.");
}

/** Loads the person's own phrases and the school's, filled in for this student. @throws notFound */
export async function loadPhrases(person: Person, key: ReportKey, field: CommentField) {
  const { student } = await findReport(person, key, noTransaction);
  const [[record], phrases] = await Promise.all([
    listTermRecords(key, noTransaction),
    phrasesAbout(person, student),
  ]);
  return {
    phrases,
    closeTo: reportUrl(key),
    student: student.first_name,
    field,
    version: record?.version ?? 0,
    /** The number of characters left after the stored comment. */
    room: COMMENT_MAX_LENGTHS[field] - joined(record?.[field] ?? "", "").length,
    commentBankUrl: PATHS.commentBank,
  };
}

export const InsertPhraseFormSchema = z.object({ phrase_id: rowIdSchema, base: versionOrNewSchema });

type Insertion = { field: CommentField; input: z.output<typeof InsertPhraseFormSchema> };

/**
 * Adds a phrase to the end of the stored comment. The comment is saved in the usual way, against the version that the
 * page showed.
 * @throws notFound
 */
export async function insertPhrase(
  person: Person,
  key: ReportKey,
  { field, input: { phrase_id, base } }: Insertion,
): Promise<FormOutcome> {
  const { student } = await findReport(person, key, noTransaction);
  const [[record], phrases] = await Promise.all([
    listTermRecords(key, noTransaction),
    phrasesAbout(person, student),
  ]);
  const phrase = phrases.find(({ id }) => id === phrase_id);
  if (!phrase) throw itemNotFound("phrase");
  const changes = { [field]: joined(record?.[field] ?? "", phrase.text) };
  const rows = [{ row: String(key.studentKey), base, changes }];
  const saved = await saveRows(REPORT_SAVE_DEFINITION, { person, key }, { saveId: randomId(), rows });
  const words = describeNotRestored(saved, "Check the comment");
  return words === null ? formSucceeded(reportUrl(key), "Phrase inserted.") : stale(words);
}

async function phrasesAbout({ employeeId }: Person, student: StudentReport["student"]) {
  const pupil = { firstName: student.first_name, gender: student.gender };
  const phrases = await listPhrasesForReport({ employeeId }, noTransaction);
  return phrases.map(({ phrase_id, phrase, is_own }) => ({
    id: phrase_id,
    text: fillPhrase(phrase, pupil),
    own: is_own,
  }));
}

function joined(comment: string, phrase: string): string {
  const before = comment.trimEnd();
  return before === "" ? phrase : `${before} ${phrase}`;
}
