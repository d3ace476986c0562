import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import type { AccountRow } from "#db/queries/accounts/accounts.ts";
import * as sessions from "#db/queries/accounts/sessions.ts";
import type { OpenSession, SessionVisitRow } from "#db/queries/accounts/sessions.ts";
import type { VisitRow } from "#db/queries/accounts/visit.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { hasRefreshParam } from "#domain/daily/refresh.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel, termTitle, type AssessmentType } from "#domain/terms.ts";
import { unauthenticated } from "#runtime/errors.ts";
import { randomToken } from "#runtime/ids.ts";
import { setRequestAccount } from "#runtime/request-context.ts";
import { readBearerToken, findVisitByBearerToken, hashToken } from "./bearer-token.server.ts";
import type { Caller } from "./caller.server.ts";
import { readSessionToken } from "./session-cookie.server.ts";

export type VisitedSchool = {
  name: string;
  flavour: SchoolFlavour;
  address: string;
  motto: string;
  timeZone: string;
};

export type CurrentTerm = {
  academicTermId: number;
  academicYearId: number;
  term: number;
  assessmentType: AssessmentType | null;
};

/** The signed-in person, the person's school and its current term. One query per request reads all of them. */
export type Visit = {
  person: Person;
  /** True when the account must choose a new password before anything else. */
  passwordReset: boolean;
  /** True when the request was made with an access token that may only read. */
  readsOnly: boolean;
  school: VisitedSchool;
  term: CurrentTerm | null;
  /** The current term as every page shows it: `2025-2026, Term 3`. */
  period: string;
  /** The term that is being set up while a rollover runs, such as `2026-2027, Term 1`. */
  changingToTerm: string | null;
  /** The seconds until the session ends without activity, and until it ends in any case. */
  secondsLeft: { idle: number; whole: number };
};

/** A session lasts at most 12 hours, and ends after 60 minutes without use. */
const LIMITS = { wholeSeconds: 12 * 60 * 60, idleSeconds: 60 * 60 };
const SEEN_EVERY_SECONDS = 60;

/** The loaders of a page run at the same time, and share the query for the visit. */
const underWay = new Map<string, Promise<Visit | null>>();

/** Finds the visit of a request. Background requests do not extend the session. */
export function findVisit(
  request: Request,
  { extends: extendsIt = !isBackground(request) }: { extends?: boolean } = {},
): Promise<Visit | null> {
  const bearer = readBearerToken(request);
  if (bearer !== null) return atOnce(`bearer ${bearer}`, () => visitOfBearer(bearer));
  const token = readSessionToken(request);
  if (token === null) return Promise.resolve(null);
  return atOnce(`${extendsIt} ${token}`, () => readVisit(token, extendsIt));
}

async function atOnce(key: string, read: () => Promise<Visit | null>): Promise<Visit | null> {
  const reading = underWay.get(key) ?? read().finally(() => underWay.delete(key));
  underWay.set(key, reading);
  const visit = await reading;
  if (visit) setRequestAccount(visit.person.accountId);
  return visit;
}

async function visitOfBearer(bearer: string): Promise<Visit | null> {
  const found = await findVisitByBearerToken(bearer);
  return found ? { ...visitFrom(found), readsOnly: !found.may_write } : null;
}

/** Tells whether no user action caused the request: a save or poll with `X-Background: 1`, or a page's own reload. */
function isBackground(request: Request): boolean {
  return request.headers.get("X-Background") === "1" || hasRefreshParam(request.url);
}

async function readVisit(token: string, extendsIt: boolean): Promise<Visit | null> {
  const found = await sessions.findVisitBySession({ ...LIMITS, tokenHash: hashToken(token) }, noTransaction);
  if (!found) return null;
  const seen = extendsIt && found.idle_seconds >= SEEN_EVERY_SECONDS;
  if (seen) await markSeen(found);
  return visitFrom({ ...found, idle_seconds: seen ? 0 : found.idle_seconds });
}

function markSeen({ session_id: sessionId, account_id: accountId }: SessionVisitRow): Promise<void> {
  return transaction({ accountId }, (t) =>
    sessions.markSessionSeen({ sessionId, everySeconds: SEEN_EVERY_SECONDS }, t),
  );
}

/** `passwordHash` is the hash that was checked. `idToken` comes from the identity provider and is encrypted. */
export type SessionStart = {
  accountId: number;
  passwordHash: string;
  caller: Caller;
  idToken?: string | null;
};

/**
 * Starts a session for an account, and ends the browser's previous session, because an earlier user may know its token.
 * Returns the token for the cookie, or null when the password was changed in the meantime.
 */
export async function startSession(
  { accountId, passwordHash, caller, idToken = null }: SessionStart,
  t: Transaction,
): Promise<{ token: string; sessionId: number } | null> {
  const token = randomToken();
  const { address, device } = caller;
  await sessions.deleteExpiredSessionsOfAccount({ ...LIMITS, accountId }, t);
  const sessionId = await sessions.insertSession(
    { accountId, passwordHash, tokenHash: hashToken(token), address, device, idToken },
    t,
  );
  if (sessionId === null) return null;
  if (caller.token !== null) await sessions.endSessionByToken(hashToken(caller.token), t);
  return { token, sessionId };
}

/** Replaces the token of the current session, so that nobody can use the old one any longer. */
export async function replaceSessionToken({ sessionId }: Person, t: Transaction): Promise<string> {
  const token = randomToken();
  if (!(await sessions.renewSessionToken({ sessionId, tokenHash: hashToken(token) }, t)))
    throw unauthenticated();
  return token;
}

export function listOpenSessions({ accountId }: Pick<Person, "accountId">): Promise<OpenSession[]> {
  return sessions.listOpenSessions({ ...LIMITS, accountId }, noTransaction);
}

type PersonRow = Pick<VisitRow, (keyof VisitRow & keyof AccountRow) | "session_id">;

export function toPerson(row: PersonRow): Person {
  return {
    accountId: row.account_id,
    sessionId: row.session_id,
    userName: row.user_name,
    employeeId: row.employee_id,
    firstName: row.first_name,
    lastName: row.last_name,
    permissions: row.permissions,
  };
}

function visitFrom(found: VisitRow): Visit {
  const term = termFrom(found);
  const { school: name, flavour, address, motto, time_zone: timeZone } = found;
  return {
    person: toPerson(found),
    passwordReset: found.password_reset,
    readsOnly: false,
    school: { name, flavour, address, motto, timeZone },
    term,
    period: term ? periodLabel(term.academicYearId, term.term) : "No current term",
    changingToTerm: found.turning_to === null ? null : termTitle(found.turning_to),
    secondsLeft: secondsLeft(found),
  };
}

function termFrom({
  academic_term_id,
  academic_year_id,
  term,
  assessment_type,
}: VisitRow): CurrentTerm | null {
  if (academic_term_id === null || academic_year_id === null || term === null) return null;
  return {
    academicTermId: academic_term_id,
    academicYearId: academic_year_id,
    term,
    assessmentType: assessment_type,
  };
}

function secondsLeft({ whole_seconds, idle_seconds }: VisitRow): Visit["secondsLeft"] {
  const whole = Math.floor(LIMITS.wholeSeconds - whole_seconds);
  return { whole, idle: Math.min(whole, Math.floor(LIMITS.idleSeconds - idle_seconds)) };
}
