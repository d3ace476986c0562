import { createHmac } from "node:crypto";
import { formatShortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { env } from "#runtime/env.ts";
import { conflict } from "#runtime/errors.ts";
import { isPageForm } from "#runtime/request-body.ts";
import { hasCarriedForm } from "./carried/carried-form.server.ts";
import { readPostedForm } from "./posted-form.server.ts";

/**
 * Returns the value of the hidden field `author` in the forms on a person's pages. Nobody can guess the value, so a
 * previous user of the browser cannot prepare a form that the next person would submit in their own name.
 */
export function createAuthorToken({ accountId }: Pick<Person, "accountId">): string {
  const proof = createHmac("sha256", env().SESSION_SECRET).update(`author ${accountId}`).digest("base64url");
  return `${accountId}.${proof}`;
}

/**
 * Rejects a form whose field `author` names an account other than the signed-in one, because a page without JavaScript
 * does not notice that somebody else has signed in in the same browser. A route that receives a file reads its form
 * itself and calls `rejectOtherAccount`.
 * @throws Conflict with the typed values, so that their author can send them again
 */
export async function rejectOtherAccountsForm(request: Request, person: Person): Promise<void> {
  if (!isPageForm(request)) return;
  const form = await readPostedForm(request);
  const author = form.get("author");
  if (await hasCarriedForm(request)) refuseCarried(author, person);
  rejectOtherAccount(author, person, typedIn(form));
}

/**
 * Rejects a form that another account sent before signing in, because the new person has not seen its contents.
 * @throws Conflict when the author is another account
 */
function refuseCarried(author: unknown, person: Person): void {
  if (author === createAuthorToken(person)) return;
  const refusal = conflict(
    `Nothing was saved: somebody else filled in this form, and ${formatShortName(person)} is now signed in. Open the page again, then fill in the form.`,
  );
  throw Object.assign(refusal, { data: { ...refusal.data, typed: [] } });
}

/** Rejects a form whose page was served to another account. @throws Conflict for another account */
export function rejectOtherAccount(author: unknown, person: Person, typed: [string, string][] = []): void {
  if (author === null || author === undefined || author === createAuthorToken(person)) return;
  const refusal = conflict(
    `Nothing was saved: somebody else opened this page, and ${formatShortName(person)} has since signed in on this browser.`,
  );
  throw Object.assign(refusal, { data: { ...refusal.data, typed } });
}

/** Returns the typed values without passwords, which are never written into a page. */
function typedIn(form: FormData): [string, string][] {
  const typed = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return typed.some(([name]) => /password/i.test(name)) ? [] : typed;
}
