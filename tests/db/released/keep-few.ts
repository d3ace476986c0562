import type { Client } from "pg";

/** Enough students to tell a lost table from one that survived. */
const PUPILS = 6;
const LATEST_EVENTS = 150;

/** All students except six of a class in whose lesson the account `teacher` has given marks this term. */
const OTHERS = `
  delete from students where id not in (
    select r.student_key
      from schools s
      join registrations r on r.academic_term_id = s.current_term_id
     where r.class_id = (
           select l.class_id
             from accounts a
             join lessons l using (employee_id)
             join registrations g on g.class_id = l.class_id and g.academic_term_id = s.current_term_id
             join marks m on m.student_key = g.student_key and m.subject_id = l.subject_id
                         and m.academic_term_id = s.current_term_id and m.test_id = 1
            where a.user_name = 'teacher' and m.mark is not null
            order by l.lesson_id
            limit 1)
     order by r.student_key
     limit ${PUPILS})`;

const OLDER_EVENTS = `
  delete from audit_events where event_id not in (select event_id from audit_events order by event_id desc limit ${LATEST_EVENTS})`;

/** Deletes older registers, if the schema has any. */
const OLDER_REGISTERS = `
  do $$ begin
    if to_regclass('attendance_registers') is null then return; end if;
    delete from attendance_registers where day < (select max(day) - 10 from attendance_registers);
  end $$`;

const KEYS = `
  select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
         (select array_agg(quote_ident(a.attname) order by k.place)
            from unnest(c.conkey) with ordinality k (attnum, place)
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as "from",
         (select array_agg(quote_ident(a.attname) order by k.place)
            from unnest(c.confkey) with ordinality k (attnum, place)
            join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum) as "to"
    from pg_constraint c
   where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;

type Key = { child: string; parent: string; from: string[]; to: string[] };

/** Shrinks a demo school of any schema; rows that depend on a deleted student are deleted too. */
export async function shrinkSchool(client: Client): Promise<void> {
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  await client.query(OTHERS);
  await client.query(OLDER_EVENTS);
  await client.query(OLDER_REGISTERS);
  const { rows: keys } = await client.query<Key>(KEYS);
  while ((await removeOrphans(client, keys)) > 0);
  await client.query("commit");
}

async function removeOrphans(client: Client, keys: readonly Key[]): Promise<number> {
  let removed = 0;
  for (const { child, parent, from, to } of keys) {
    const isWhole = from.map((column) => `c.${column} is not null`).join(" and ");
    const isSame = from.map((column, index) => `p.${to[index]} = c.${column}`).join(" and ");
    const { rowCount } = await client.query(
      `delete from ${child} c where ${isWhole} and not exists (select from ${parent} p where ${isSame})`,
    );
    removed += rowCount ?? 0;
  }
  return removed;
}
