import { redirect } from "@remix-run/node";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { conflict, forbidden, methodNotAllowed, unauthenticated } from "#runtime/errors.ts";
import { respondWithJson } from "#runtime/json-answer.ts";
import { rejectOtherAccountsForm } from "./author.server.ts";
import { readBearerToken } from "./bearer-token.server.ts";
import { decideFormCarrying } from "./carried/carried-form.server.ts";
import { hasAccess, type PersonAccess } from "./permissions.ts";
import { countRecordRead } from "./record-reads.server.ts";
import { readSessionToken } from "./session-cookie.server.ts";
import { findVisit, type Visit } from "./session.server.ts";
import { pathAfterSignIn, SIGN_IN_PATH, signInUrlForCarriedForm } from "./sign-in-path.ts";

/** Pages that need not open again after signing in: the main menu opens anyway, and nobody wants to sign out. */
const NOT_WANTED_AGAIN = new Set<string>([PATHS.mainMenu, PATHS.signOut]);
const READS_ONLY = `This token is read-only. To make changes, create a token that can write: ${PATHS.accessTokens}`;
const NO_TOKEN = `This token is not valid: it was mistyped, has expired or was revoked. Create a new token: ${PATHS.accessTokens}`;
const READING = new Set(["GET", "HEAD"]);
const RESET_FIRST = "Choose a new password first. Termbook asks for the new password when you sign in.";
const NOT_DUE = `You do not have to choose a new password now. To change your password, go to ${PATHS.password}`;

/**
 * Returns the signed-in person if they may use this function. Every page's loader and action calls this first.
 * @throws a redirect to the sign-in page without a session, or to the change of password when it is due; Conflict for a
 * form that was opened by another account; Forbidden without the permission; TooMany for more pages than a person can
 * open by hand
 */
export async function requireAccess(request: Request, access: PersonAccess): Promise<Person> {
  const { person } = await requireVisit(request, access);
  return person;
}

/** Works like `requireAccess`, and also returns the school and the current term. */
export async function requireVisit(request: Request, access: PersonAccess): Promise<Visit> {
  const visit = await findVisit(request);
  if (!visit) throw await toSignIn(request);
  if (visit.passwordReset !== (access === "reset-password"))
    throw redirect(visit.passwordReset ? signInFor(request) : PATHS.mainMenu);
  // The author is checked before the permission, because the form may need a permission that only its author has.
  await rejectOtherAccountsForm(request, visit.person);
  if (!hasAccess(access, visit.person)) throw forbidden();
  await countRecordRead(visit.person, request);
  return visit;
}

/**
 * Works like `requireAccess`, for JSON routes, pictures and the API.
 * @throws Unauthenticated, Forbidden or Conflict instead of redirecting
 */
export async function requireAccessForData(request: Request, access: PersonAccess): Promise<Person> {
  const { person } = await requireVisitForData(request, access);
  return person;
}

/** Works like `requireAccessForData`, but returns the whole visit. @param options the options of `findVisit` */
export async function requireVisitForData(
  request: Request,
  access: PersonAccess,
  options?: { extends: boolean },
): Promise<Visit> {
  const visit = await findVisit(request, options);
  if (!visit) throw unauthenticated(readBearerToken(request) === null ? undefined : NO_TOKEN);
  if (visit.passwordReset && access !== "reset-password") throw forbidden(RESET_FIRST);
  if (!visit.passwordReset && access === "reset-password") throw conflict(NOT_DUE);
  if (!hasAccess(access, visit.person)) throw forbidden();
  if (visit.readsOnly && !READING.has(request.method)) throw forbidden(READS_ONLY);
  await countRecordRead(visit.person, request);
  return visit;
}

/** Responds to a GET at an address that accepts only POST. Access is checked first, so that others learn nothing. */
export function requirePost(request: Request, access: PersonAccess): Promise<Response> {
  return respondWithJson(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("POST");
  });
}

/**
 * Works like `requireAccessForData`, for data that waited on a device. The header `X-Account` names the account that
 * typed the data. If somebody else has signed in since, nothing is saved in their name.
 * @throws Unauthenticated, also for another account
 */
export async function requireAuthorForData(request: Request, access: PersonAccess): Promise<Person> {
  const visit = await findVisit(request);
  if (!visit) throw unauthenticated();
  const { person, passwordReset } = visit;
  const author = request.headers.get("X-Account");
  // This check comes first, because a 403 for the other person would look like a final rejection of the author's rows.
  if (author !== null && author !== String(person.accountId)) {
    throw unauthenticated("Somebody else is signed in here. Sign in again to save what you typed.");
  }
  if (passwordReset) throw unauthenticated(RESET_FIRST);
  if (!hasAccess(access, person)) throw forbidden();
  return person;
}

/** Returns the signed-in person, or null for a visitor and for a person who must first choose a new password. */
export async function findSignedInPerson(request: Request): Promise<Person | null> {
  const visit = await findVisit(request);
  return visit && !visit.passwordReset ? visit.person : null;
}

/**
 * Admits visitors to the sign-in page. Returns null for a visitor, or the person who must still choose a new password.
 * @throws a redirect to the main menu for everybody else
 */
export async function requireVisitor(request: Request): Promise<Person | null> {
  const visit = await findVisit(request);
  if (visit && !visit.passwordReset) throw redirect(pathAfterSignIn(request));
  return visit?.person ?? null;
}

/**
 * The cookie of the ended session stays. A page that is fetched in the background may be answered after the person has
 * signed in again, and would then delete the cookie of the new session.
 */
async function toSignIn(request: Request): Promise<Response> {
  const kept = await decideFormCarrying(request);
  // Status 307 makes the browser post the form again, this time to the sign-in page.
  if (kept === "carried") return redirect(signInUrlForCarriedForm(request), { status: 307 });
  const hadSession = readSessionToken(request) !== null;
  const why = { ...(hadSession && { ended: "1" }), ...(kept === "lost" && { unsaved: "1" }) };
  return redirect(signInFor(request, why));
}

/** Returns the URL of the sign-in page, which redirects to the requested page afterwards. */
function signInFor(request: Request, why: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  const { pathname, search } = new URL(request.url);
  if (request.method === "GET" && !NOT_WANTED_AGAIN.has(pathname)) query.set("next", pathname + search);
  for (const [name, value] of Object.entries(why)) query.set(name, value);
  return query.size > 0 ? `${SIGN_IN_PATH}?${query}` : SIGN_IN_PATH;
}
