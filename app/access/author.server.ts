import { createHmac } from "node:crypto";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { env } from "#runtime/env.ts";
import { conflict } from "#runtime/errors.ts";
import { isPageForm } from "#runtime/request-body.ts";
import { wasCarried } from "./carried/carried-form.server.ts";
import { postedForm } from "./posted-form.server.ts";

/**
 * Calculates the field `author` of the forms on a person's pages. A previous user of the browser cannot make the
 * value up, and so cannot leave a form behind that the next person would send in their own name.
 */
export function authorToken({ accountId }: Pick<Person, "accountId">): string {
  const proof = createHmac("sha256", env().SESSION_SECRET).update(`author ${accountId}`).digest("base64url");
  return `${accountId}.${proof}`;
}

/**
 * Rejects a form whose field `author` names another account than the signed-in one: without scripts, no page notices
 * that somebody else has signed in in its browser. `postedForm` accepts no other type of form; a route that takes a
 * file reads its own and calls `rejectOtherAccount`.
 * @throws Conflict with the typed values, so that their author can send them again
 */
export async function rejectOtherAccountsForm(request: Request, person: Person): Promise<void> {
  if (!isPageForm(request)) return;
  const form = await postedForm(request);
  const author = form.get("author");
  if (await wasCarried(request)) refuseCarried(author, person);
  rejectOtherAccount(author, person, typedIn(form));
}

/**
 * Rejects a carried form: the person who signed in on its page does not see what it contains.
 * @throws Conflict when the author is another account
 */
function refuseCarried(author: unknown, person: Person): void {
  if (author === authorToken(person)) return;
  const refusal = conflict(
    `Nothing was saved: somebody else typed this, and ${shortName(person)} is now signed in.`,
  );
  throw Object.assign(refusal, { data: { ...refusal.data, typed: [] } });
}

/** Rejects a form whose page was served to another account than the signed-in one. @throws Conflict in that case */
export function rejectOtherAccount(author: unknown, person: Person, typed: [string, string][] = []): void {
  if (author === null || author === undefined || author === authorToken(person)) return;
  const refusal = conflict(
    `Nothing was saved: somebody else opened this page, and ${shortName(person)} has since signed in on this browser.`,
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
