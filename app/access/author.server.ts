import { createHmac } from "node:crypto";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { env } from "#runtime/env.ts";
import { conflict } from "#runtime/errors.ts";
import { isPageForm } from "#runtime/sent-body.ts";
import { wasCarried } from "./carried/carried-form.server.ts";
import { postedForm } from "./posted-form.server.ts";

/**
 * What the field `author` holds in the forms of a person's pages. Whoever had the browser before cannot make it up, and
 * leave a form behind that the next to sign in would send in their own name.
 */
export function authorOf({ accountId }: Pick<Person, "accountId">): string {
  const proof = createHmac("sha256", env().SESSION_SECRET).update(`author ${accountId}`).digest("base64url");
  return `${accountId}.${proof}`;
}

/**
 * A form that says whose page it stood on, by its field `author`, does nothing in another's name: without scripts no page
 * learns that somebody else has signed in in its browser. `postedForm` takes no other type of form; what takes a file reads
 * its own, and asks `refuseOther`.
 * @throws conflict with what was typed, so that its author can send it again
 */
export async function refuseOthersForm(request: Request, person: Person): Promise<void> {
  if (!isPageForm(request)) return;
  const form = await postedForm(request);
  const author = form.get("author");
  if (await wasCarried(request)) refuseCarried(author, person);
  refuseOther(author, person, typedIn(form));
}

/** Who signed in on the page that carried it gets nothing of it. @throws conflict */
function refuseCarried(author: unknown, person: Person): void {
  if (author === authorOf(person)) return;
  const refusal = conflict(
    `Nothing was saved: what had been typed here is another person’s, and ${shortName(person)} has signed in.`,
  );
  throw Object.assign(refusal, { data: { ...refusal.data, typed: [] } });
}

/** @throws conflict when the page was served to another account than the one that is signed in */
export function refuseOther(author: unknown, person: Person, typed: [string, string][] = []): void {
  if (author === null || author === undefined || author === authorOf(person)) return;
  const refusal = conflict(
    `Nothing was saved: this page was opened by somebody else, and ${shortName(person)} has signed in in this browser since.`,
  );
  throw Object.assign(refusal, { data: { ...refusal.data, typed } });
}

/** A password is never written into a page. */
function typedIn(form: FormData): [string, string][] {
  const typed = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return typed.some(([name]) => /password/i.test(name)) ? [] : typed;
}
