import type { Migration } from "../migration.ts";

/**
 * What registration forms in Trinidad and Tobago ask besides: the result of the Secondary Entrance Assessment, the
 * distance to school, transport and book grant of a student, and an employee's phones, address and next of kin.
 */
export const registrationDetails: Migration = {
  name: "0075-registration-details",
  up: `
    alter table student_personal
      add column sea_number    text not null default '' check (length(sea_number) <= 20),
      add column sea_score     numeric(6, 3) check (sea_score >= 0),
      add column sea_placement text check (sea_placement in ('1st choice', '2nd choice', '3rd choice', '4th choice',
                                 '5th choice', '6th choice', 'Principal''s list', 'Placed by the Ministry', 'Transfer')),
      add column distance_km   numeric(4, 1) check (distance_km between 0 and 200),
      add column transport     boolean not null default false,
      add column book_grant    boolean not null default false;

    alter table employees
      add column phone_mobile text check (phone_mobile ~ '^[0-9]{7}$'),
      add column phone_home   text check (phone_home ~ '^[0-9]{7}$'),
      add column address_home text not null default '' check (length(address_home) <= 160),
      add column kin_name     text not null default '' check (length(kin_name) <= 80),
      add column kin_relation text not null default '' check (length(kin_relation) <= 80),
      add column kin_phone    text check (kin_phone ~ '^[0-9]{7}$');
  `,
  down: `
    alter table employees
      drop column kin_phone, drop column kin_relation, drop column kin_name, drop column address_home,
      drop column phone_home, drop column phone_mobile;
    alter table student_personal
      drop column book_grant, drop column transport, drop column distance_km, drop column sea_placement,
      drop column sea_score, drop column sea_number;
  `,
};
