import type { Client } from "pg";

/** Records whatever is written and committed, by table. A rollback removes the record too. */
const WATCH = `
  create schema watched;
  create table watched.changes (place text not null);
  create function watched.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watched.changes values (tg_table_schema || '.' || tg_table_name);
      return null;
    end $$;
  do $$
    declare place regclass;
    begin
      for place in
        select oid from pg_class
         where relkind in ('r', 'p') and not relispartition
           and relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))
      loop
        execute format('create trigger zz_watched after insert or delete on %s for each row execute function watched.note()', place);
        execute format('create trigger zz_watched_update after update on %s for each row
                        when (old.* is distinct from new.*) execute function watched.note()', place);
      end loop;
    end $$;`;

/**
 * Deletes the counts of requests: a fuzz test is faster than any person, and would soon get only 429. Only the
 * superuser may delete the counts.
 */
const COUNTED = `
  set session_replication_role = replica;
  delete from record_reads;
  delete from login_attempts;`;

export async function watchChanges(client: Client): Promise<void> {
  await client.query(WATCH);
}

/** Returns the tables that changed since the last call, and resets them and the counts of requests. */
export async function collectChanges(client: Client): Promise<string[]> {
  await client.query(COUNTED);
  const taken = await client.query<{ place: string }>(
    `with taken as (delete from watched.changes returning place)
     select distinct replace(place, 'public.', '') as place from taken order by place`,
  );
  return taken.rows.map(({ place }) => place).filter((place) => !MAY_CHANGE.has(place));
}

/** Tables of visits and attempts are written whatever the answer is; kept counts are written by whoever reads them. */
const MAY_CHANGE = new Set([
  "security_events",
  "sessions",
  "login_attempts",
  "record_reads",
  "record_views",
  "counts_to_renew",
  "report_counts",
  "sheet_counts",
  "student_counts",
]);
