import type { Migration } from "../migration.ts";

/** Excludes a column from the audit trail of every table, by rewriting the trigger functions. */
export function excludeColumnFromAudit(from: string, to: string): string {
  return `
    do $$
    declare
      name text;
    begin
      foreach name in array array['audit_insert()', 'audit_update()', 'audit_delete()'] loop
        execute replace(pg_get_functiondef(name::regprocedure), $list$${from}$list$, $list$${to}$list$);
      end loop;
    end $$;`;
}

const VERSIONS = "'version', 'updated_at'";

/**
 * Sign-ins, rejected attempts, prints and exports, separate from the audit trail. Nobody can change or delete an event
 * for 400 days; after that, events may be deleted. The records that an account opens are counted for an hour, in an
 * unlogged table, which a crash may empty.
 */
export const securityEvents: Migration = {
  name: "0012-security-events",
  up: `
    ${excludeColumnFromAudit(VERSIONS, `${VERSIONS}, 'password_hash'`)}
    call audit('accounts', 'account_id');

    create table security_events (
      event_id   bigint generated always as identity primary key,
      at         timestamptz not null default clock_timestamp(),
      kind       text not null,
      account_id integer references accounts,
      address    text not null,
      detail     text not null default ''
    );
    create index security_events_at on security_events (at);
    create index security_events_account on security_events (account_id, kind, at);

    create function refuse_early_removal() returns trigger language plpgsql as $$
    begin
      if exists (select from old_rows where at > now() - interval '400 days') then
        raise exception '% keeps its rows for 400 days', tg_table_name using errcode = 'insufficient_privilege';
      end if;
      return null;
    end $$;

    create trigger append_only before update or truncate on security_events
      for each statement execute function refuse_change();
    create trigger kept after delete on security_events referencing old table as old_rows
      for each statement execute function refuse_early_removal();

    create unlogged table record_reads (
      account_id integer not null references accounts,
      period     integer not null,
      target     bytea not null,
      primary key (account_id, period, target)
    );
  `,
  down: `
    drop table record_reads, security_events;
    drop function refuse_early_removal();
    drop trigger audit_insert on accounts;
    drop trigger audit_update on accounts;
    drop trigger audit_delete on accounts;
    ${excludeColumnFromAudit(`${VERSIONS}, 'password_hash'`, VERSIONS)}
  `,
};
