import type { Migration } from "../migration.ts";

/** The columns that people type into, without fixed look-ups, file addresses and columns that the program writes. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  absence_calls: ["note"],
  access_tokens: ["name"],
  assessment_criteria: ["detail"],
  attendance_entries: ["note"],
  classes: ["label"],
  comment_phrases: ["phrase"],
  employee_documents: ["description"],
  employee_employment: ["teacher_number", "email_moe", "ihris_id", "department"],
  employee_qualifications: ["value"],
  employees: ["first_name", "last_name", "other_name"],
  entry_extensions: ["reason"],
  fortnightly_tests: ["title"],
  opened_days: ["reason"],
  school_holidays: ["title"],
  schools: ["name", "address", "motto"],
  student_family: [
    "name",
    "relation",
    "address_home",
    "email",
    "occupation",
    "employer",
    "address_work",
    "id_card",
  ],
  student_medical: ["allergies", "other"],
  student_personal: ["address_home", "town", "country_of_birth", "nationality", "email", "previous_school"],
  students: ["student_id", "first_name", "last_name", "other_name", "birth_certificate_pin", "serial_number"],
  subjects: ["title", "abbr"],
  term_records: [
    "participation",
    "project",
    "teacher_comment",
    "principal_comment",
    "return_reason",
    "taken_back_reason",
  ],
};

/** The characters of Windows-1252 from 0x80 on. A dot is an unused byte. */
const WINDOWS = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";
const FIRST = 0x80;

const CONTROLS = [...WINDOWS].map((letter, place) => ({
  control: String.fromCharCode(FIRST + place),
  letter,
}));
const MOJIBAKE = CONTROLS.filter(({ letter }) => letter !== ".");
const NO_LETTERS = CONTROLS.filter(({ letter }) => letter === ".");

const FIXED_SPACES = "\u00a0\u2007\u202f";
const INVISIBLE = "\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff";

/** The SQL function `translate` deletes characters without a counterpart. */
const FROM = [
  ...MOJIBAKE.map(({ control }) => control),
  FIXED_SPACES,
  INVISIBLE,
  ...NO_LETTERS.map(({ control }) => control),
].join("");
const TO = [...MOJIBAKE.map(({ letter }) => letter), FIXED_SPACES.replaceAll(/./gu, " ")].join("");

const DAMAGED = "[\\u007f-\\u00a0\\u00ad\\u061c\\u180e\\u2007\\u200b-\\u200f\\u202f\\u2060-\\u2064\\ufeff]";
/** After these characters a joiner has no effect and is removed. After other letters, the spelling needs it. */
const WITHOUT_JOINERS = "\\u0020-\\u024f\\u1e00-\\u1eff\\u2010-\\u206f";

/** The texts of a report that are covered by its signature. */
const SIGNED_TEXTS = ["participation", "project", "teacher_comment", "principal_comment"];

/**
 * Cleans stored texts. Files that Excel had saved in Windows-1252 were read as Latin-1, so that O’Brien got a control
 * character in place of the apostrophe; invisible characters were also stored. Rows that would become equal, such as
 * two phrases that differ in a zero-width space, are left unchanged. Valid signatures stay valid. `attempts` counts how
 * often a worker began to read an import's file.
 */
export const cleanText: Migration = {
  name: "0047-clean-text",
  up: `
    select set_config('app.actor', 'migration', true);

    create function pg_temp.mended(typed text) returns text language sql immutable as $$
      select regexp_replace(translate(typed, '${FROM}', '${TO}'), '(^|[${WITHOUT_JOINERS}])[\\u200c\\u200d]+', '\\1', 'g')
    $$;

    create function pg_temp.is_damaged(typed text) returns boolean language sql immutable as $$
      select typed ~ '${DAMAGED}' and typed <> pg_temp.mended(typed)
    $$;

    create procedure pg_temp.mend(subject regclass, variadic columns text[]) language plpgsql as $$
    declare
      damaged text := (select string_agg(format('pg_temp.is_damaged(%I)', name), ' or ') from unnest(columns) as c (name));
      mended  text := (select string_agg(format('%1$I = pg_temp.mended(%1$I)', name), ', ') from unnest(columns) as c (name));
      place   tid;
    begin
      execute format('update %s set %s where %s', subject, mended, damaged);
    exception when unique_violation or check_violation then
      for place in execute format('select ctid from %s where %s', subject, damaged) loop
        begin
          execute format('update %s set %s where ctid = $1', subject, mended) using place;
        exception when unique_violation or check_violation then
          null;
        end;
      end loop;
    end $$;

    create temporary table signed_before_cleaning on commit drop as
      select d.term_record_id
        from term_records d
       where d.signed_fingerprint is not null
         and (${SIGNED_TEXTS.map((column) => `pg_temp.is_damaged(d.${column})`).join(" or ")}
              or exists (select from registrations r
                           join classes c using (class_id)
                          where r.student_key = d.student_key and r.academic_term_id = d.academic_term_id
                            and pg_temp.is_damaged(c.label)))
         and d.signed_fingerprint = report_fingerprint(d);

    ${Object.entries(TYPED).map(mend).join("\n    ")}

    update term_records d
       set signed_fingerprint = report_fingerprint(d)
      from signed_before_cleaning s
     where s.term_record_id = d.term_record_id;

    -- The rows that undoing a merge or an import puts back.
    update merged_rows set before = pg_temp.mended(before::text)::jsonb, after = pg_temp.mended(after::text)::jsonb
     where pg_temp.is_damaged(before::text) or pg_temp.is_damaged(after::text);
    update import_images set before = pg_temp.mended(before::text)::jsonb, after = pg_temp.mended(after::text)::jsonb
     where pg_temp.is_damaged(before::text) or pg_temp.is_damaged(after::text);

    drop procedure pg_temp.mend(regclass, text[]);
    drop function pg_temp.is_damaged(text), pg_temp.mended(text);

    alter table imports add column attempts integer not null default 0;
  `,
  down: "alter table imports drop column attempts;",
};

function mend([table, columns]: [string, readonly string[]]): string {
  return `call pg_temp.mend('${table}', ${columns.map((column) => `'${column}'`).join(", ")});`;
}
