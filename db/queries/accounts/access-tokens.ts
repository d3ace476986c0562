import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { AccessToken, type Account } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import { JOIN_VISITOR_SQL, VISITOR_COLUMNS, IS_CURRENT_EMPLOYEE, type VisitRow } from "./visit.ts";

export type TokenVisitRow = VisitRow & Pick<AccessToken, "access_token_id" | "may_write" | "last_used_at">;

/** A token works until the end of its last day in the school's time zone. */
export const IS_TOKEN_ALIVE_SQL = `k.last_day >= (now() at time zone o.time_zone)::date`;

/**
 * Finds the owner of a valid token, or null if the owner has left. `password_reset` is always false, because a new or
 * reset password deletes the account's tokens.
 */
export function findVisitByAccessToken(
  params: { tokenHash: Buffer },
  t: ReadTransaction,
): Promise<TokenVisitRow | null> {
  return queryRow<TokenVisitRow>(
    `select k.access_token_id, k.may_write, k.last_used_at, null::bigint as session_id, false as password_reset,
            0::float8 as whole_seconds, 0::float8 as idle_seconds, ${VISITOR_COLUMNS}
       from access_tokens k
       ${JOIN_VISITOR_SQL}
      where k.token_hash = $tokenHash and ${IS_TOKEN_ALIVE_SQL} and ${IS_CURRENT_EMPLOYEE}
      order by k.access_token_id`,
    params,
    t,
  );
}

/** Records that a token was used, at most once per interval. Another request may already have done so. */
export function markTokenUsed(
  params: { accessTokenId: number; everySeconds: number },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update access_tokens set last_used_at = now()
      where access_token_id = $accessTokenId
        and coalesce(last_used_at <= now() - make_interval(secs => $everySeconds), true)`,
    params,
    t,
  );
}

export type NewAccessToken = {
  accountId: number;
  /** The session of the person who creates the token. If this session has ended, no token is created. */
  sessionId: number;
  name: string;
  tokenHash: Buffer;
  mayWrite: boolean;
  lastDay: string;
};

/** Creates a token. Returns false if the session has ended, or if the account already has a token of this name. */
export async function createAccessToken(token: NewAccessToken, t: Transaction): Promise<boolean> {
  const made = await queryRow<Pick<AccessToken, "access_token_id">>(
    `insert into access_tokens (account_id, name, token_hash, may_write, last_day)
     select account_id, $name, $tokenHash, $mayWrite, $lastDay::date
       from sessions
      where session_id = $sessionId and account_id = $accountId
        for share
     on conflict do nothing
     returning access_token_id`,
    token,
    t,
  );
  return made !== null;
}

export async function hasAccessToken(
  { accountId, tokenHash }: Pick<NewAccessToken, "accountId" | "tokenHash">,
  t: ReadTransaction,
): Promise<boolean> {
  const found = await queryRow<Pick<AccessToken, "access_token_id">>(
    `select access_token_id from access_tokens
      where account_id = $accountId and token_hash = $tokenHash
      order by access_token_id`,
    { accountId, tokenHash },
    t,
  );
  return found !== null;
}

export type AccessTokenRow = Pick<
  AccessToken,
  "access_token_id" | "account_id" | "name" | "may_write" | "made_at" | "last_day" | "last_used_at"
> &
  Pick<Account, "user_name"> &
  Pick<Employee, "first_name" | "last_name"> & { is_over: boolean };

/** Lists the tokens of one account or of all accounts, by the owner's name and then newest first. */
export function listAccessTokens(
  params: { accountId: number | null },
  t: ReadTransaction,
): Promise<AccessTokenRow[]> {
  return queryRows<AccessTokenRow>(
    `select k.access_token_id, k.account_id, k.name, k.may_write, k.made_at, k.last_day::text as last_day,
            k.last_used_at, not (${IS_TOKEN_ALIVE_SQL}) as is_over, a.user_name,
            coalesce(e.first_name, '') as first_name, coalesce(e.last_name, a.user_name) as last_name
       from access_tokens k
       ${JOIN_VISITOR_SQL}
      where ($accountId::integer is null or k.account_id = $accountId)
      order by last_name, first_name, k.account_id, k.access_token_id desc`,
    params,
    t,
  );
}

/**
 * Revokes a token. Returns its name and owner, or null if there is no such token.
 * @param params.accountId the token's owner, or null for anybody's token
 */
export function revokeAccessToken(
  params: { accessTokenId: number; accountId: number | null },
  t: Transaction,
): Promise<(Pick<AccessToken, "name"> & Pick<Account, "user_name">) | null> {
  return queryRow(
    `delete from access_tokens k using accounts a
      where a.account_id = k.account_id and k.access_token_id = $accessTokenId
        and ($accountId::integer is null or k.account_id = $accountId)
     returning k.name, a.user_name`,
    params,
    t,
  );
}

/** Deletes all tokens of an account whose password was changed or whose owner has left. Returns their number. */
export function revokeAccessTokensOf({ accountId }: { accountId: number }, t: Transaction): Promise<number> {
  return AccessToken.delete({ account_id: accountId }, t);
}
