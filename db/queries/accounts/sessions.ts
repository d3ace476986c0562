import { Op } from "sequelize";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { Session } from "../../models/accounts.ts";
import { JOIN_VISITOR_SQL, VISITOR_COLUMNS, IS_CURRENT_EMPLOYEE, type VisitRow } from "./visit.ts";

/** The time for which a session can last, from its start and from its last use. */
export type SessionLimits = { wholeSeconds: number; idleSeconds: number };

/** SQL condition: the session `s` has exceeded neither limit. */
const IS_ALIVE = `(s.started_at > now() - make_interval(secs => $wholeSeconds)
           and s.last_seen_at > now() - make_interval(secs => $idleSeconds))`;

export type SessionVisitRow = VisitRow & Pick<Session, "session_id">;

/**
 * Finds the session of a token. Returns null if the session has expired or the employee has left. The special account
 * `Admin` has no employee, so its user name serves as name. A session that the identity provider began never asks for a
 * new password, because that person does not use the school's password.
 */
export function findVisitBySession(
  params: SessionLimits & { tokenHash: Buffer },
  t: ReadTransaction,
): Promise<SessionVisitRow | null> {
  return queryRow<SessionVisitRow>(
    `select s.session_id, a.password_reset and s.id_token is null as password_reset,
            extract(epoch from now() - s.started_at)::float8 as whole_seconds,
            extract(epoch from now() - s.last_seen_at)::float8 as idle_seconds, ${VISITOR_COLUMNS}
       from sessions s
       ${JOIN_VISITOR_SQL}
      where s.token_hash = $tokenHash and ${IS_ALIVE} and ${IS_CURRENT_EMPLOYEE}
      order by s.session_id`,
    params,
    t,
  );
}

export type NewSession = {
  accountId: number;
  passwordHash: string;
  tokenHash: Buffer;
  address: string;
  device: string;
  /** The encrypted ID token; null for a session that began with a password. */
  idToken: string | null;
};

/** Starts a session and returns its id. Returns null if the account's password was changed since the check. */
export async function insertSession(session: NewSession, t: Transaction): Promise<number | null> {
  const started = await queryRow<Pick<Session, "session_id">>(
    `insert into sessions (token_hash, account_id, address, device, id_token)
     select $tokenHash, account_id, $address, $device, $idToken::text
       from accounts
      where account_id = $accountId and password_hash = $passwordHash
        for share
     returning session_id`,
    session,
    t,
  );
  return started?.session_id ?? null;
}

/** Records that a session was used, at most once per interval. Another request may already have done so. */
export function markSessionSeen(
  params: { sessionId: number; everySeconds: number },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update sessions set last_seen_at = now()
      where session_id = $sessionId and last_seen_at <= now() - make_interval(secs => $everySeconds)`,
    params,
    t,
  );
}

export type OpenSession = Pick<Session, "session_id" | "started_at" | "last_seen_at" | "address" | "device">;

export function listOpenSessions(
  params: SessionLimits & { accountId: number },
  t: ReadTransaction,
): Promise<OpenSession[]> {
  return queryRows<OpenSession>(
    `select s.session_id, s.started_at, s.last_seen_at, s.address, s.device
       from sessions s
      where s.account_id = $accountId and ${IS_ALIVE}
      order by s.last_seen_at desc, s.session_id desc`,
    params,
    t,
  );
}

export async function endSessionOfAccount(
  { accountId, sessionId }: { accountId: number; sessionId: number | null },
  t: Transaction,
): Promise<boolean> {
  const ended = await Session.delete({ account_id: accountId, session_id: sessionId }, t);
  return ended > 0;
}

/** Returns the encrypted ID token of a session, or null for a session that began with a password. */
export async function findIdToken(
  { sessionId }: { sessionId: number | null },
  t: ReadTransaction,
): Promise<string | null> {
  const session = await Session.selectOne(["id_token"], { where: { session_id: sessionId } }, t);
  return session?.id_token ?? null;
}

export async function findSessionAddress(
  { sessionId }: { sessionId: number | null },
  t: ReadTransaction,
): Promise<string> {
  const session = await Session.selectOne(["address"], { where: { session_id: sessionId } }, t);
  return session?.address ?? "";
}

export async function endSessionByToken(tokenHash: Buffer, t: Transaction): Promise<void> {
  await Session.delete({ token_hash: tokenHash }, t);
}

/** Replaces a session's token. Returns false if the session has ended. */
export async function renewSessionToken(
  { sessionId, tokenHash }: { sessionId: number | null; tokenHash: Buffer },
  t: Transaction,
): Promise<boolean> {
  const renewed = await Session.update({ token_hash: tokenHash }, { session_id: sessionId }, t);
  return renewed > 0;
}

export async function endSessionsOfAccount(
  { accountId, except }: { accountId: number; except: number | null },
  t: Transaction,
): Promise<void> {
  await Session.delete({ account_id: accountId, session_id: { [Op.ne]: except } }, t);
}

export function deleteExpiredSessionsOfAccount(
  params: SessionLimits & { accountId: number },
  t: Transaction,
): Promise<void> {
  return runQuery(`delete from sessions s where s.account_id = $accountId and not ${IS_ALIVE}`, params, t);
}
