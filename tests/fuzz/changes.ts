import type { Client } from "pg";

/** Whatever is written and stays, table by table. What is taken back with its transaction leaves nothing here either. */
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
 * What is counted of who asks: a fuzz is faster than any hand, and would soon be answered 429 and nothing else. Nobody
 * but the superuser may take away what was counted.
 */
const COUNTED = `
  set session_replication_role = replica;
  delete from record_reads;
  delete from login_attempts;`;

export async function watchChanges(client: Client): Promise<void> {
  await client.query(WATCH);
}

/** The tables in which rows were changed since it was asked last; forgets them, and who asked how often. */
export async function takeChanges(client: Client): Promise<string[]> {
  await client.query(COUNTED);
  const taken = await client.query<{ place: string }>(
    `with taken as (delete from watched.changes returning place)
     select distinct replace(place, 'public.', '') as place from taken order by place`,
  );
  return taken.rows.map(({ place }) => place).filter((place) => !MAY_CHANGE.has(place));
}

/** Who came and what was tried is written whatever is answered. */
const MAY_CHANGE = new Set(["security_events", "sessions", "login_attempts", "record_reads", "record_views"]);
