import type { Migration } from "../migration.ts";

/**
 * The school has its own list of reasons for an absence. Each reason says whether the absence is excused. The register
 * has a fourth state: E for a student who left early, who counts as present.
 */
export const attendanceReasons: Migration = {
  name: "0073-attendance-reasons",
  up: `
    create table attendance_reasons (
      reason     text primary key check (reason ~ '^[a-z0-9-]{1,40}$'),
      title      text not null check (btrim(title) <> '' and length(title) <= 40),
      is_excused boolean not null default false,
      -- A reason that is no longer offered stays on the registers that have it.
      is_offered boolean not null default true,
      version    bigint not null default nextval('row_versions'),
      updated_at timestamptz not null default now()
    );
    create unique index attendance_reasons_title on attendance_reasons (lower(title));

    insert into attendance_reasons (reason, title, is_excused)
    values ('sick', 'Sick', true), ('family', 'Family', false), ('bereavement', 'Bereavement', true),
           ('sport', 'Sport', true), ('suspended', 'Suspended', false), ('transport', 'Transport', false),
           ('other', 'Other', false);

    create trigger next_version before update on attendance_reasons for each row execute function next_version();
    call audit('attendance_reasons', 'reason');

    alter table attendance_entries drop constraint attendance_entries_reason_check;
    alter table attendance_entries add constraint attendance_entries_reason_fkey
      foreign key (reason) references attendance_reasons;
    alter table attendance_entries drop constraint attendance_entries_state_check;
    alter table attendance_entries add constraint attendance_entries_state_check check (state in ('P', 'A', 'L', 'E'));
  `,
  down: `
    select set_config('app.actor', 'migration', true);
    update attendance_entries set state = 'P', reason = null, note = '' where state = 'E';
    update attendance_entries set reason = 'other' where reason not in ('sick', 'family', 'other');
    alter table attendance_entries drop constraint attendance_entries_state_check;
    alter table attendance_entries add constraint attendance_entries_state_check check (state in ('P', 'A', 'L'));
    alter table attendance_entries drop constraint attendance_entries_reason_fkey;
    alter table attendance_entries add constraint attendance_entries_reason_check check (reason in ('sick', 'family', 'other'));
    drop table attendance_reasons;
  `,
};
