import type { Migration } from "../migration.ts";
import { notedTable } from "../0041-0050/0050-kept-counts.ts";

/**
 * Counts the changes of each class's registers, so that a reader of a whole term finds out what has changed since from a
 * row for each class, in place of thousands of registers. As in `0050-kept-counts` there is no foreign key, and the
 * function runs as the tables' owner. The classes of a statement are written in order, so that two statements do not
 * lock each other out.
 */
export const registerStates: Migration = {
  name: "0092-register-states",
  up: `
    create table register_states (
      class_id integer primary key,
      changes  bigint not null
    );
    ${notedTable(
      "attendance_registers",
      "class_id",
      (changed) => `
      insert into register_states as s (class_id, changes)
      select distinct class_id, 1 from ${changed} order by class_id
      on conflict (class_id) do update set changes = s.changes + 1;`,
    )}
    insert into register_states select distinct class_id, 1 from attendance_registers;
  `,
  down: `
    drop trigger counts_insert on attendance_registers;
    drop trigger counts_update on attendance_registers;
    drop trigger counts_delete on attendance_registers;
    drop function note_attendance_registers();
    drop table register_states;
  `,
};
