import type { Migration } from "../migration.ts";

/**
 * The audit trail. Triggers record what changed, who changed it and in which save. The triggers run once for each
 * statement (with transition tables), because row triggers cost twice as much. A write without an actor is rejected,
 * and so is any change of the audit trail itself.
 */
export const recordOfChanges: Migration = {
  name: "0001-record-of-changes",
  up: `
    create collation names (provider = icu, locale = 'en-u-kn-true');

    create sequence row_versions as bigint;

    create table audit_events (
      event_id    bigint generated always as identity primary key,
      at          timestamptz not null default clock_timestamp(),
      actor       text not null,
      account_id  integer,
      save_id     text,
      table_name  text not null,
      row_id      text not null,
      version     bigint,
      operation   text not null check (operation in ('insert', 'update', 'delete')),
      old_values  jsonb,
      new_values  jsonb
    );
    create index audit_events_row on audit_events (table_name, row_id, version);
    create index audit_events_at on audit_events (at);
    create index audit_events_deleted on audit_events (table_name, event_id) where operation = 'delete';

    create function actor() returns text language plpgsql stable as $$
    begin
      if coalesce(current_setting('app.actor', true), '') = '' then
        raise exception 'no actor: writes go through transaction(person, …)' using errcode = 'insufficient_privilege';
      end if;
      return current_setting('app.actor');
    end $$;

    create function actor_account() returns integer language sql stable as
      $$ select substring(actor() from '^account:(\\d+)$')::integer $$;

    create function row_key(record jsonb, variadic keys text[]) returns text language sql immutable as
      $$ select string_agg(record ->> key, ':' order by position) from unnest(keys) with ordinality as k (key, position) $$;

    -- Values that all rows share are read once, and each row is converted to JSON once, because a whole class's marks
    -- are saved at a time.
    create function audit_insert() returns trigger language plpgsql as $$
    declare
      who     text := actor();
      account integer := actor_account();
      save    text := nullif(current_setting('app.save_id', true), '');
    begin
      insert into audit_events (actor, account_id, save_id, table_name, row_id, version, operation, new_values)
      select who, account, save, tg_table_name,
             case when tg_nargs = 1 then n.record ->> tg_argv[0] else row_key(n.record, variadic tg_argv) end,
             (n.record ->> 'version')::bigint, 'insert',
             jsonb_strip_nulls(n.record - array['version', 'updated_at'])
        from (select to_jsonb(r) as record from new_rows r offset 0) n;
      return null;
    end $$;

    create function audit_update() returns trigger language plpgsql as $$
    declare
      who     text := actor();
      account integer := actor_account();
      save    text := nullif(current_setting('app.save_id', true), '');
    begin
      insert into audit_events (actor, account_id, save_id, table_name, row_id, version, operation, old_values, new_values)
      with n as materialized (
        select case when tg_nargs = 1 then r.record ->> tg_argv[0] else row_key(r.record, variadic tg_argv) end as key, r.record
          from (select to_jsonb(r) as record from new_rows r offset 0) r
      ), o as materialized (
        select case when tg_nargs = 1 then r.record ->> tg_argv[0] else row_key(r.record, variadic tg_argv) end as key, r.record
          from (select to_jsonb(r) as record from old_rows r offset 0) r
      )
      select who, account, save, tg_table_name, n.key, (n.record ->> 'version')::bigint, 'update',
             changed.old_values, changed.new_values
        from n
        join o using (key)
       cross join lateral (
         select jsonb_object_agg(field, o.record -> field) as old_values, jsonb_object_agg(field, value) as new_values
           from jsonb_each(n.record) as e (field, value)
          where value is distinct from o.record -> field and field not in ('version', 'updated_at')
       ) changed
       where changed.new_values is not null;
      return null;
    end $$;

    create function audit_delete() returns trigger language plpgsql as $$
    declare
      who     text := actor();
      account integer := actor_account();
      save    text := nullif(current_setting('app.save_id', true), '');
    begin
      insert into audit_events (actor, account_id, save_id, table_name, row_id, version, operation, old_values)
      select who, account, save, tg_table_name,
             case when tg_nargs = 1 then o.record ->> tg_argv[0] else row_key(o.record, variadic tg_argv) end,
             (o.record ->> 'version')::bigint, 'delete',
             jsonb_strip_nulls(o.record - array['version', 'updated_at'])
        from (select to_jsonb(r) as record from old_rows r offset 0) o;
      return null;
    end $$;

    create procedure audit(subject regclass, variadic keys text[]) language plpgsql as $$
    declare
      arguments text := (select string_agg(quote_literal(key), ', ') from unnest(keys) as k (key));
    begin
      execute format('create trigger audit_insert after insert on %s referencing new table as new_rows
                      for each statement execute function audit_insert(%s)', subject, arguments);
      execute format('create trigger audit_update after update on %s referencing old table as old_rows new table as new_rows
                      for each statement execute function audit_update(%s)', subject, arguments);
      execute format('create trigger audit_delete after delete on %s referencing old table as old_rows
                      for each statement execute function audit_delete(%s)', subject, arguments);
    end $$;

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
    end $$;

    create trigger append_only before update or delete or truncate on audit_events
      for each statement execute function refuse_change();
  `,
  down: `
    drop table audit_events;
    drop procedure audit(regclass, text[]);
    drop function audit_insert(), audit_update(), audit_delete(), refuse_change(), row_key(jsonb, text[]), actor_account(), actor();
    drop sequence row_versions;
    drop collation names;
  `,
};
