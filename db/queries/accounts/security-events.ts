import type { SecurityEventKind } from "#domain/security-events.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account, SecurityEvent } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { hasEveryWordSql } from "../parts.ts";

export type NewSecurityEvent = {
  kind: SecurityEventKind;
  /** Null if the typed user name belongs to no account. */
  accountId: number | null;
  address: string;
  detail?: string;
};

/**
 * Records a security event.
 * @param quietSeconds A similar event within this time is enough, so that events which repeat by themselves are
 * recorded once.
 * @param isByDetail If true, only an event with the same details counts as similar.
 */
export function recordSecurityEvent(
  { detail = "", ...event }: NewSecurityEvent,
  t: Transaction,
  { quietSeconds = 0, isByDetail = false }: { quietSeconds?: number; isByDetail?: boolean } = {},
): Promise<void> {
  return runQuery(
    `insert into security_events (kind, account_id, address, detail)
     select $kind, $accountId, $address, $detail
      where not exists (select 1 from security_events
                         where kind = $kind and account_id is not distinct from $accountId::integer
                           and address = $address and (detail = $detail or not $isByDetail::boolean) and at > clock_timestamp() - make_interval(secs => $quietSeconds))`,
    { ...event, detail, quietSeconds, isByDetail },
    t,
  );
}

export type SecurityEventRow = Pick<SecurityEvent, "event_id" | "at" | "kind" | "address" | "detail"> &
  NullableColumns<Pick<Account, "user_name"> & Pick<Employee, "first_name" | "last_name">>;

export type SecurityEventFilter = {
  kind: SecurityEventKind | null;
  /** Parts of a name, user name or address that must all match (`splitSearch`). Empty to match everything. */
  words: readonly string[];
};

const FOUND = `security_events s
       left join accounts a using (account_id)
       left join employees e using (employee_id)
      where ($kind::text is null or s.kind = $kind)
        and ${hasEveryWordSql("concat_ws(' ', a.user_name, e.first_name, e.last_name, s.address)")}`;

export function listSecurityEvents(
  params: SecurityEventFilter & { limit: number; offset: number },
  t: ReadTransaction,
): Promise<SecurityEventRow[]> {
  return queryRows<SecurityEventRow>(
    `select s.event_id, s.at, s.kind, s.address, s.detail, a.user_name, e.first_name, e.last_name
       from ${FOUND}
      order by s.at desc, s.event_id desc
      limit $limit offset $offset`,
    params,
    t,
  );
}

export async function countSecurityEvents(params: SecurityEventFilter, t: ReadTransaction): Promise<number> {
  const found = await queryRow<{ total: number }>(
    `select count(*)::integer as total from ${FOUND} order by total`,
    params,
    t,
  );
  return found?.total ?? 0;
}
