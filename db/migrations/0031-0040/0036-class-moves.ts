import type { Migration } from "../migration.ts";

/**
 * For each class, the class of next year that it moves up to, and the class for students who repeat. The year's
 * rollover reads both. Two classes that move up to the same class must be marked as sharing it. A lesson of next year
 * refers to the lesson it was carried over from, so that no lesson is carried over twice.
 */
export const classMoves: Migration = {
  name: "0036-class-moves",
  up: `
    create table class_moves (
      class_id         integer primary key,
      academic_year_id integer not null,
      next_year_id     integer not null check (next_year_id = academic_year_id + 10001),
      up_class_id      integer,
      repeat_class_id  integer,
      shared           boolean not null default false,
      version          bigint not null default nextval('row_versions'),
      updated_at       timestamptz not null default now(),
      foreign key (class_id, academic_year_id) references classes (class_id, academic_year_id) on delete cascade,
      foreign key (up_class_id, next_year_id) references classes (class_id, academic_year_id),
      foreign key (repeat_class_id, next_year_id) references classes (class_id, academic_year_id),
      check (not shared or up_class_id is not null)
    );
    create unique index class_moves_alone on class_moves (up_class_id) where not shared;
    create index class_moves_up on class_moves (up_class_id);
    create index class_moves_repeat on class_moves (repeat_class_id);
    create index class_moves_year on class_moves (academic_year_id);
    create trigger next_version before update on class_moves for each row execute function next_version();

    call audit('class_moves', 'class_id');

    alter table lessons add column carried_from integer references lessons on delete set null;
    create unique index lessons_carried_from on lessons (carried_from);
  `,
  down: `
    alter table lessons drop column carried_from;
    drop table class_moves;
  `,
};
