import { Op } from "sequelize";
import { row, rows, run, type Reading, type Transaction } from "../../index.ts";
import { Session } from "../../models/accounts.ts";
import { AND_VISITOR, VISITOR, WORKS_HERE, type VisitRow } from "./visit.ts";

/** How long a session lives: since it began, and since its person was last seen. */
export type SessionLimits = { wholeSeconds: number; idleSeconds: number };

/** Of a session `s`: within the limits that are bound. */
const IS_ALIVE = `(s.started_at > now() - make_interval(secs => $wholeSeconds)
           and s.last_seen_at > now() - make_interval(secs => $idleSeconds))`;

export type SessionVisitRow = VisitRow & Pick<Session, "session_id">;

/**
 * The living session of a token; a leaver's account has none. The special account goes by its user name (T2). Where the
 * identity provider vouches for the person, a password of the school's is not used, and need not be changed.
 */
export function visitOfToken(
  asked: SessionLimits & { tokenHash: Buffer },
  t: Reading,
): Promise<SessionVisitRow | null> {
  return row<SessionVisitRow>(
    `select s.session_id, a.password_reset and s.id_token is null as password_reset,
            extract(epoch from now() - s.started_at)::float8 as whole_seconds,
            extract(epoch from now() - s.last_seen_at)::float8 as idle_seconds, ${VISITOR}
       from sessions s
       ${AND_VISITOR}
      where s.token_hash = $tokenHash and ${IS_ALIVE} and ${WORKS_HERE}
      order by s.session_id`,
    asked,
    t,
  );
}

export type NewSession = {
  accountId: number;
  passwordHash: string;
  tokenHash: Buffer;
  address: string;
  device: string;
  /** Sealed; null for a password's session. */
  idToken: string | null;
};

/** @returns its id, or null when the account has another password by now than the one that was checked */
export async function startSession(session: NewSession, t: Transaction): Promise<number | null> {
  const started = await row<Pick<Session, "session_id">>(
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

/** Other requests of the same minute find it done. */
export function markSeen(asked: { sessionId: number; everySeconds: number }, t: Transaction): Promise<void> {
  return run(
    `update sessions set last_seen_at = now()
      where session_id = $sessionId and last_seen_at <= now() - make_interval(secs => $everySeconds)`,
    asked,
    t,
  );
}

export type OpenSession = Pick<Session, "session_id" | "started_at" | "last_seen_at" | "address" | "device">;

/** The account's living sessions, the one used last first. */
export function openSessions(
  asked: SessionLimits & { accountId: number },
  t: Reading,
): Promise<OpenSession[]> {
  return rows<OpenSession>(
    `select s.session_id, s.started_at, s.last_seen_at, s.address, s.device
       from sessions s
      where s.account_id = $accountId and ${IS_ALIVE}
      order by s.last_seen_at desc, s.session_id desc`,
    asked,
    t,
  );
}

/** @returns whether the account had such a session */
export async function endSessionOf(
  { accountId, sessionId }: { accountId: number; sessionId: number | null },
  t: Transaction,
): Promise<boolean> {
  const ended = await Session.delete({ account_id: accountId, session_id: sessionId }, t);
  return ended > 0;
}

/** What the identity provider said of the person of a session, sealed; null where a password signed them in. */
export async function idTokenOfSession(
  { sessionId }: { sessionId: number | null },
  t: Reading,
): Promise<string | null> {
  const session = await Session.selectOne(["id_token"], { where: { session_id: sessionId } }, t);
  return session?.id_token ?? null;
}

/** Where the person of a session signed in from. */
export async function addressOfSession(
  { sessionId }: { sessionId: number | null },
  t: Reading,
): Promise<string> {
  const session = await Session.selectOne(["address"], { where: { session_id: sessionId } }, t);
  return session?.address ?? "";
}

export async function endSessionOfToken(tokenHash: Buffer, t: Transaction): Promise<void> {
  await Session.delete({ token_hash: tokenHash }, t);
}

/** @returns false for a session that is over */
export async function renewToken(
  { sessionId, tokenHash }: { sessionId: number | null; tokenHash: Buffer },
  t: Transaction,
): Promise<boolean> {
  const renewed = await Session.update({ token_hash: tokenHash }, { session_id: sessionId }, t);
  return renewed > 0;
}

/** Ends every session of the account but one, or all of them. */
export async function endSessionsOf(
  { accountId, except }: { accountId: number; except: number | null },
  t: Transaction,
): Promise<void> {
  await Session.delete({ account_id: accountId, session_id: { [Op.ne]: except } }, t);
}

/** Rows of the account that no request can use any more. */
export function removeDeadSessionsOf(
  asked: SessionLimits & { accountId: number },
  t: Transaction,
): Promise<void> {
  return run(`delete from sessions s where s.account_id = $accountId and not ${IS_ALIVE}`, asked, t);
}
