import type { Migration } from "../migration.ts";

export const schoolAndCalendar: Migration = {
  name: "0002-school-and-calendar",
  up: `
    create table academic_years (
      academic_year_id integer primary key
        check (academic_year_id between 19000000 and 99999999 and academic_year_id % 10000 = academic_year_id / 10000 + 1)
    );

    create table academic_terms (
      academic_term_id integer primary key,
      academic_year_id integer references academic_years,
      term             smallint not null check (term between 1 and 3),
      term_start       date,
      term_end         date,
      total_sessions   smallint check (total_sessions between 0 and 400),
      next_term_start  date,
      assessment_type  text check (assessment_type in ('Forthnightly Test', 'Mid Term', 'Interim Test')),
      unique (academic_term_id, academic_year_id),
      check (term_start < term_end and term_end < next_term_start),
      -- A term of the calendar is year * 10 + term; an archive term has no year and is 100 * form level + term.
      check (case when academic_year_id is null then academic_term_id = academic_term_id / 100 * 100 + term
                  else academic_term_id = academic_year_id * 10 + term and term_start is not null
                       and term_end is not null and assessment_type is not null end)
    );
    create index academic_terms_year on academic_terms (academic_year_id);

    create table schools (
      school_id        smallint primary key default 1 check (school_id = 1),
      name             text not null check (name <> ''),
      flavour          text not null check (flavour in ('primary', 'secondary')),
      address          text not null default '',
      motto            text not null default '',
      logo             text,
      sessions_per_day smallint not null default 2 check (sessions_per_day between 1 and 4),
      time_zone        text not null default 'America/Port_of_Spain',
      current_term_id  integer references academic_terms
    );

    create table form_classes (
      form_class_id text primary key,
      form_level    smallint not null check (form_level between 1 and 7),
      group_title   text not null,
      position      smallint not null unique
    );

    call audit('academic_terms', 'academic_term_id');
    call audit('schools', 'school_id');
  `,
  down: `drop table form_classes, schools, academic_terms, academic_years;`,
};
