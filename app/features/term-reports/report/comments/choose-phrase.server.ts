import { noTransaction } from "#db/index.ts";
import { phrasesFor } from "#db/queries/reports/comment-phrases.ts";
import { termRecords } from "#db/queries/reports/term-records.ts";
import type { Person } from "#domain/person.ts";
import { phraseFor } from "#domain/phrases.ts";
import { COMMENT_LIMITS, type CommentField } from "#domain/term-reports.ts";
import { notFound } from "#runtime/errors.ts";
import type { PhraseChoice } from "../dialogs.ts";
import { findReport, type FoundReport } from "../../find-report.server.ts";
import { PATHS, reportUrl, type ReportKey } from "#domain/paths.ts";
import { SAVED_REPORT } from "../../save/saved-report.server.ts";
import { saveRows, type RowsSaved } from "#saving/server/save-rows.server.ts";

/** The person's own phrases and the school's, written about this student. @throws notFound for no comment's field */
export async function showPhrases(person: Person, key: ReportKey, field: string): Promise<PhraseChoice> {
  const comment = commentField(field);
  const found = await findReport(person, key, noTransaction);
  const [[record], phrases] = await Promise.all([
    termRecords(key, noTransaction),
    phrasesAbout(person, found.student),
  ]);
  return {
    phrases,
    closeTo: reportUrl(key),
    student: found.student.first_name,
    field: comment,
    version: record?.version ?? 0,
    room: COMMENT_LIMITS[comment] - joined(record?.[comment] ?? "", "").length,
    bankUrl: PATHS.commentBank,
  };
}

/** A comment with one more phrase at its end. */
type Insertion = { field: string; phraseId: number; base: number; saveId: string };

/**
 * Puts a phrase at the end of the comment that is stored; a save like any other, on the version that was shown.
 * @throws notFound for a phrase that is not theirs to use
 */
export async function insertPhrase(person: Person, key: ReportKey, asked: Insertion): Promise<RowsSaved> {
  const field = commentField(asked.field);
  const { student } = await findReport(person, key, noTransaction);
  const [[record], phrases] = await Promise.all([
    termRecords(key, noTransaction),
    phrasesAbout(person, student),
  ]);
  const phrase = phrases.find(({ id }) => id === asked.phraseId);
  if (!phrase) throw notFound("There is no such phrase.");
  const changes = { [field]: joined(record?.[field] ?? "", phrase.text) };
  const row = { row: String(key.studentKey), base: asked.base, changes };
  return saveRows(SAVED_REPORT, { person, key }, { saveId: asked.saveId, rows: [row] });
}

async function phrasesAbout({ employeeId }: Person, student: FoundReport["student"]) {
  const pupil = { firstName: student.first_name, gender: student.gender };
  const phrases = await phrasesFor({ employeeId }, noTransaction);
  return phrases.map(({ phrase_id, phrase, is_own }) => ({
    id: phrase_id,
    text: phraseFor(phrase, pupil),
    own: is_own,
  }));
}

/** A sentence after a sentence. */
function joined(comment: string, phrase: string): string {
  const before = comment.trimEnd();
  return before === "" ? phrase : `${before} ${phrase}`;
}

function commentField(field: string): CommentField {
  if (field === "teacher_comment" || field === "principal_comment") return field;
  throw notFound("Phrases go into comments only.");
}
