import { z } from "zod";
import { faultOfUserName, LONGEST_USER_NAME } from "#domain/people/user-name.ts";
import { isDay } from "#domain/paths.ts";
import { readLevels } from "#domain/school/levels.ts";
import { capital } from "#domain/text/capital.ts";
import { readDay } from "#domain/text/read-day.ts";
import { composed, text } from "#fields/texts.ts";

const FIRST_YEAR = 2000;
const LAST_YEAR = 2097;
const FIRST_USER_NAME = "Admin";

/** One line, empty where nothing was written. */
function line(longest: number) {
  const kind = text({ longest });
  return z
    .string()
    .default("")
    .transform((typed) => String(kind.posted(composed(typed, longest)) ?? ""))
    .superRefine((value, { addIssue }) => {
      const fault = kind.refuse(value);
      if (fault !== null) addIssue({ code: "custom", message: capital(fault) });
    });
}

/** Null where the usual day is meant. */
function day() {
  return z
    .string()
    .default("")
    .transform((typed, { addIssue }) => {
      if (typed.trim() === "") return null;
      const read = readDay(typed);
      if (isDay(read)) return read;
      addIssue({ code: "custom", message: "Write a day, such as 2026-09-07." });
      return z.NEVER;
    });
}

/** A level a line; null where the flavour's own are meant. */
function levels() {
  return z
    .string()
    .default("")
    .transform((typed, { addIssue }) => {
      if (typed.trim() === "") return null;
      const read = readLevels(typed);
      if (read.levels !== null) return read.levels;
      addIssue({ code: "custom", message: read.fault });
      return z.NEVER;
    });
}

function wholeNumber(from: number, to: number, message: string) {
  return z.coerce.number({ error: message }).int(message).min(from, message).max(to, message);
}

/** What a school is made of, as the page and the terminal ask for it. */
export const NewSchoolForm = z.object({
  name: line(120).refine((name) => name !== "", "Write the name of the school."),
  flavour: z.enum(["primary", "secondary"], { error: "Choose primary or secondary." }),
  address: line(200),
  motto: line(120),
  year: wholeNumber(FIRST_YEAR, LAST_YEAR, "Write the year in which the school year begins, such as 2026."),
  term: wholeNumber(1, 3, "Choose term 1, 2 or 3."),
  termStart: day(),
  termEnd: day(),
  nextTermStart: day(),
  levels: levels(),
  userName: z
    .string()
    .default("")
    .transform((typed) => composed(typed, LONGEST_USER_NAME).trim() || FIRST_USER_NAME)
    .superRefine((typed, { addIssue }) => {
      const fault = faultOfUserName(typed);
      if (fault !== null) addIssue({ code: "custom", message: fault });
    }),
});

export type NewSchool = z.output<typeof NewSchoolForm>;
