import type { Migration } from "../migration.ts";

/**
 * Names are searched in plain letters: lower case, without accents, and without punctuation that people write in
 * different ways or leave out. An iPhone's `D’Abreu` therefore finds `D'Abreu` (`toPlainLetters` in app/domain). During
 * an update, processes of the previous version find such a name only without the apostrophe.
 */
export const plainLetters: Migration = {
  name: "0051-plain-letters",
  up: `
    create function plain_letters(written text) returns text language sql immutable parallel safe as $$
      select translate(
        lower(regexp_replace(normalize(written, NFD),
                             '[\\u0300-\\u036f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff''\\u2018\\u2019\\u201a\\u201b\\u02b9-\\u02bd\\u2032\`\\u00b4."\\u201c-\\u201e]',
                             '', 'g')),
        '\u2010\u2011\u2012\u2013\u2014\u2212', '------')
    $$;
    ${madeOf("plain_letters(WRITTEN)")}
  `,
  down: `
    ${madeOf("lower(regexp_replace(normalize(WRITTEN, NFD), '[\\u0300-\\u036f]', '', 'g'))")}
    drop function plain_letters(text);
  `,
};

/** Creates the generated column again with another expression. PostgreSQL before 17 cannot change it in place. */
function madeOf(expression: string): string {
  const written =
    "last_name || ' ' || first_name || ' ' || other_name || ' ' || student_id || ' ' || birth_certificate_pin";
  return `alter table students
      drop column search_text,
      add column search_text text generated always as (${expression.replace("WRITTEN", written)}) stored;`;
}
