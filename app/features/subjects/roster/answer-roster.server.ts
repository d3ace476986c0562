import { z } from "zod";
import {
  answerFields,
  done,
  doneHere,
  rejected,
  stale,
  type Outcome,
} from "#access/forms/answer-form.server.ts";
import { NOT_OUR_FORM } from "#access/forms/form-values.schema.server.ts";
import { noTransaction } from "#db/index.ts";
import { FORM_ID } from "#domain/form-reply.ts";
import type { Person } from "#domain/person.ts";
import { changeTeachers, removeStudents } from "../assign-students.server.ts";
import { formatStudents, describeKeptMarks, describeRemoved } from "../assignment.rules.ts";
import { parseRosterParams, parseSubjectsParams, subjectUrl } from "../params.rules.ts";
import { FIELD_OF, ROSTER_FORM, rosterPost } from "./posted-roster.rules.ts";
import { subjectOfYear } from "../subject-of-year.server.ts";

type Posted = { subjectId: number; query: URLSearchParams; form: FormData };

const RosterForm = z.record(z.string(), z.string().optional()).transform((fields, check) => {
  const post = rosterPost(fields);
  if (!post) check.addIssue({ code: "custom", path: ["intent"], message: NOT_OUR_FORM });
  return post ?? z.NEVER;
});

type Post = z.output<typeof RosterForm>;
type PostOf<Intent extends Post["intent"]> = Extract<Post, { intent: Intent }>;

/** A message of this screen stays for four seconds. */
const options = { seconds: 4 };

/**
 * Answers a button of the roster. A refusal is shown beside its row; a row that the page's script sends alone also gets
 * the message about the student's marks. @throws badRequest, notFound
 */
export function answerRoster(person: Person, { subjectId, query, form }: Posted) {
  // A page from before an update does not name its form.
  if (!form.has(FORM_ID)) form.set(FORM_ID, ROSTER_FORM);
  return answerFields(form, RosterForm, async (post): Promise<Outcome<string>> => {
    const { title } = await subjectOfYear(subjectId, noTransaction);
    const url = subjectUrl({ subjectId, list: parseSubjectsParams(query), roster: parseRosterParams(query) });
    const to = { subjectId, title, url };
    return post.intent === "delete" ? deleted(person, post, to) : saved(person, post, to);
  });
}

type Page = { subjectId: number; title: string; url: string };

async function saved(person: Person, { changes, isAlone }: PostOf<"save">, { subjectId, title, url }: Page) {
  if (changes.length === 0)
    return isAlone
      ? doneHere("")
      : done(url, "Nothing was changed. Choose students and a teacher first.", options);
  const { refused, kept } = await changeTeachers(person, { subjectId, changes });
  const errors = [...refused].map(([key, { cause, who, reason }]) => [
    `${FIELD_OF[cause]}-${key}`,
    `${who}: ${reason}`,
  ]);
  if (errors.length > 0) return rejected(Object.fromEntries(errors));
  const words = describeKeptMarks(kept, title);
  return isAlone
    ? doneHere(words)
    : done(url, `Teacher saved for ${formatStudents(changes.length)}. ${words}`.trim(), options);
}

async function deleted(person: Person, { rows }: PostOf<"delete">, { subjectId, title, url }: Page) {
  if (rows.length === 0) return done(url, "No students were deleted. Choose students first.", options);
  const removed = await removeStudents(person, { subjectId, rows });
  return removed.ok ? done(url, describeRemoved(removed, title), options) : stale(removed.fault);
}
