import { redirect } from "@remix-run/node";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { conflict, forbidden, methodNotAllowed, unauthenticated } from "#runtime/errors.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";
import { rejectOtherAccountsForm } from "./author.server.ts";
import { bearerToken } from "./bearer-token.server.ts";
import { decideCarrying } from "./carried/carried-form.server.ts";
import { allows, type PersonAccess } from "./permissions.ts";
import { countRead } from "./record-reads.server.ts";
import { removedSessionCookie, readSessionToken } from "./session-cookie.server.ts";
import { findVisit, type Visit } from "./session.server.ts";
import { pathToReturnTo, SIGN_IN, signInCarrying } from "./sign-in-path.ts";

/** The page that follows the sign-in anyway, and one that nobody wants right after it. */
const NOT_WANTED_AGAIN = new Set<string>([PATHS.mainMenu, PATHS.signOut]);
const READS_ONLY = `This token is read-only. To make changes, create a token that can write: ${PATHS.accessTokens}`;
const NO_TOKEN = `This token is not valid: it was mistyped, has expired or was revoked. Create a new one: ${PATHS.accessTokens}`;
const READING = new Set(["GET", "HEAD"]);
const RESET_FIRST = "Choose a new password first.";
const NOT_DUE = `You do not have to choose a new password now. To change your password, go to ${PATHS.password}`;

/**
 * Returns the signed-in person if they may use this function of a page. This is the first line of every loader and
 * action.
 * @throws a redirect to the sign-in page without a session or before a required change of password; Conflict for a
 * form of another account's page; Forbidden without the permission; TooMany for more pages than a person can open by
 * hand
 */
export async function requireAccess(request: Request, access: PersonAccess): Promise<Person> {
  const { person } = await requireVisit(request, access);
  return person;
}

/** Does the same as `requireAccess`, and returns the school and the current term too. */
export async function requireVisit(request: Request, access: PersonAccess): Promise<Visit> {
  const visit = await findVisit(request);
  if (!visit) throw await toSignIn(request);
  if (visit.passwordReset !== (access === "reset-password"))
    throw redirect(visit.passwordReset ? signInFor(request) : PATHS.mainMenu);
  // This comes before the check of the permission, which the other person may not have.
  await rejectOtherAccountsForm(request, visit.person);
  if (!allows(access, visit.person)) throw forbidden();
  await countRead(visit.person, request);
  return visit;
}

/**
 * Does the same for JSON routes, pictures and the API.
 * @throws Unauthenticated, Forbidden or Conflict instead of redirecting
 */
export async function requireAccessForData(request: Request, access: PersonAccess): Promise<Person> {
  const { person } = await requireVisitForData(request, access);
  return person;
}

/** Returns the visit too. @param options the options of `findVisit` */
export async function requireVisitForData(
  request: Request,
  access: PersonAccess,
  options?: { extends: boolean },
): Promise<Visit> {
  const visit = await findVisit(request, options);
  if (!visit) throw unauthenticated(bearerToken(request) === null ? undefined : NO_TOKEN);
  if (visit.passwordReset && access !== "reset-password") throw forbidden(RESET_FIRST);
  if (!visit.passwordReset && access === "reset-password") throw conflict(NOT_DUE);
  if (!allows(access, visit.person)) throw forbidden();
  if (visit.readsOnly && !READING.has(request.method)) throw forbidden(READS_ONLY);
  await countRead(visit.person, request);
  return visit;
}

/** Answers a GET to an address of data that accepts only POST: a person who may not post learns nothing more. */
export function requirePost(request: Request, access: PersonAccess): Promise<Response> {
  return jsonAnswer(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("POST");
  });
}

/**
 * Does the same as `requireAccessForData` for data that waited on a device: `X-Account` names the account that typed
 * it. Somebody else may have signed in there meanwhile, and nothing is saved in their name.
 * @throws Unauthenticated for another account too
 */
export async function requireAuthorForData(request: Request, access: PersonAccess): Promise<Person> {
  const visit = await findVisit(request);
  if (!visit) throw unauthenticated();
  const { person, passwordReset } = visit;
  const author = request.headers.get("X-Account");
  // The other person's missing permissions say nothing about the author, whose rows would count as rejected for good.
  if (author !== null && author !== String(person.accountId)) {
    throw unauthenticated("Somebody else is signed in here. Sign in again to save what you typed.");
  }
  if (passwordReset) throw unauthenticated(RESET_FIRST);
  if (!allows(access, person)) throw forbidden();
  return person;
}

/** Returns the caller of an endpoint for visitors too; null for a visitor, and before a required change of password. */
export async function personFor(request: Request): Promise<Person | null> {
  const visit = await findVisit(request);
  return visit && !visit.passwordReset ? visit.person : null;
}

/**
 * Returns, for the sign-in page, null for a visitor, or the person who must still choose a new password.
 * @throws a redirect to the main menu for everybody else
 */
export async function requireVisitor(request: Request): Promise<Person | null> {
  const visit = await findVisit(request);
  if (visit && !visit.passwordReset) throw redirect(pathToReturnTo(request));
  return visit?.person ?? null;
}

/** The cookie is deleted here, because a late response with data might delete a newer session's cookie. */
async function toSignIn(request: Request): Promise<Response> {
  const hadSession = readSessionToken(request) !== null;
  const headers = hadSession ? { "Set-Cookie": removedSessionCookie() } : undefined;
  const kept = await decideCarrying(request);
  // The browser posts the form once more, to the sign-in page.
  if (kept === "carried") return redirect(signInCarrying(request), { status: 307, headers });
  const why = { ...(hadSession && { ended: "1" }), ...(kept === "lost" && { unsaved: "1" }) };
  return redirect(signInFor(request, why), { headers });
}

/** Returns the address of the sign-in page that leads on to the requested page. */
function signInFor(request: Request, why: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  const { pathname, search } = new URL(request.url);
  if (request.method === "GET" && !NOT_WANTED_AGAIN.has(pathname)) query.set("next", pathname + search);
  for (const [name, value] of Object.entries(why)) query.set(name, value);
  return query.size > 0 ? `${SIGN_IN}?${query}` : SIGN_IN;
}
