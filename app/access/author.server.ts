import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { conflict } from "#runtime/errors.ts";
import { postedForm } from "./posted-form.server.ts";

const URL_ENCODED = "application/x-www-form-urlencoded";

/**
 * A form that says whose page it stood on, by its field `author`, does nothing in another's name: without scripts no page
 * learns that somebody else has signed in in its browser. What takes a file reads its form itself: `refuseOther`.
 * @throws conflict with what was typed, so that its author can send it again
 */
export async function refuseOthersForm(request: Request, person: Person): Promise<void> {
  if (!request.headers.get("Content-Type")?.startsWith(URL_ENCODED)) return;
  const form = await postedForm(request);
  refuseOther(form.get("author"), person, typedIn(form));
}

/** @throws conflict when the page was served to another account than the one that is signed in */
export function refuseOther(author: unknown, person: Person, typed: [string, string][] = []): void {
  if (author === null || author === undefined || author === String(person.accountId)) return;
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
