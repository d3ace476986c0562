import { data } from "@remix-run/node";
import { redirectWithNotice } from "#access/notice.server.ts";
import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { changeTeachers, removeStudents, type Change } from "../assign-students.server.ts";
import { countWords, keptWords, removedWords } from "../assignment.rules.ts";
import { rosterPlaceIn, subjectsPlaceIn, subjectUrl } from "../place.rules.ts";
import { rosterPost, type RosterRow } from "./posted-roster.rules.ts";
import type { RosterAnswer } from "./roster-answer.ts";
import { subjectOfYear } from "../subject-of-year.server.ts";

type Posted = { subjectId: number; query: URLSearchParams; form: FormData };

/** A9: how long a message of this screen stays. */
const SECONDS = 4;

/**
 * Answers a button of the roster: the page again where something was not taken, beside its row; a row that was sent alone
 * by the page's own script gets what became of it. @throws badRequest, notFound
 */
export async function answerRoster(person: Person, { subjectId, query, form }: Posted) {
  const post = rosterPost(form);
  if (!post) throw badRequest();
  const { title } = await subjectOfYear(subjectId, noTransaction);
  const place = { subjectId, list: subjectsPlaceIn(query), roster: rosterPlaceIn(query) };
  const to = { url: subjectUrl(place), title, isAlone: form.has("alone") };
  return post.intent === "delete"
    ? deleted(person, { subjectId, rows: post.rows }, to)
    : saved(person, { subjectId, changes: post.changes }, to);
}

type Page = { url: string; title: string; isAlone: boolean };

async function saved(person: Person, asked: { subjectId: number; changes: readonly Change[] }, to: Page) {
  if (asked.changes.length === 0)
    return redirectWithNotice(to.url, "Nothing was changed. Choose students and a teacher first.", {
      seconds: SECONDS,
    });
  const { rows, kept } = await changeTeachers(person, asked);
  const all = Object.fromEntries([...rows].map(([key, row]) => [String(key), row]));
  const refused = [...rows.values()].filter(({ state }) => state === "refused").length;
  const wanted = Object.fromEntries(
    asked.changes.map(({ studentKey, employeeId }) => [studentKey, employeeId]),
  );
  const answer: RosterAnswer = { rows: all, wanted, fault: null, said: keptWords(kept, to.title) };
  if (refused > 0 || to.isAlone) return data(answer, refused > 0 ? 422 : 200);
  const text = `Saved for ${countWords(rows.size)}. ${answer.said}`.trim();
  return redirectWithNotice(to.url, text, { seconds: SECONDS });
}

async function deleted(person: Person, asked: { subjectId: number; rows: readonly RosterRow[] }, to: Page) {
  if (asked.rows.length === 0)
    return redirectWithNotice(to.url, "Nobody was deleted. Choose students first.", { seconds: SECONDS });
  const removed = await removeStudents(person, asked);
  if (!removed.ok)
    return data<RosterAnswer>({ rows: {}, wanted: {}, fault: removed.fault, said: "" }, removed.status);
  return redirectWithNotice(to.url, removedWords(removed, to.title), { seconds: SECONDS });
}
