import type { Migration } from "../migration.ts";

/**
 * A function that returns the day which decides who teaches the classes and lessons of the current term. Nearly every
 * query about access contains it, and few need the result. As part of the query, it took longer to plan than everything
 * else; PostgreSQL keeps the plan of a function.
 */
export const dayOfTerm: Migration = {
  name: "0049-day-of-term",
  up: `
    -- The school is set back to an earlier term: there are registrations of a later one.
    create function is_set_back() returns boolean language plpgsql stable as $$
    begin
      return coalesce((select max(n.academic_term_id) from registrations n) > (select o.current_term_id from schools o), false);
    end $$;

    -- Today; the first day of a term that has not begun; the last day of a term that the school was set back to. Null
    -- for every term other than the current one, which is meant when no term is given.
    create function day_of_term(of_term_id integer) returns date language plpgsql stable as $$
    begin
      return (
        select case when y.term_start > d.today then y.term_start
                    when is_set_back() then least(y.term_end, d.today)
                    else d.today end
          from schools o
         cross join lateral (select (now() at time zone o.time_zone)::date as today) d
          left join academic_terms y on y.academic_term_id = o.current_term_id
         where of_term_id is null or of_term_id = o.current_term_id);
    end $$;
  `,
  down: `drop function day_of_term(integer), is_set_back();`,
};
