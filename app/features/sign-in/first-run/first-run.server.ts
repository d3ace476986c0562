import { redirect } from "@remix-run/node";
import { z } from "zod";
import { formSucceededWithResult, rejected, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { lastDayOfOneTimePassword, createOneTimePassword } from "#access/passwords/one-time.server.ts";
import { hashPassword } from "#access/passwords/passwords.server.ts";
import { PERMISSIONS } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { insertFirstTerm, insertInitialLists, insertSchool } from "#db/queries/first-run/school-facts.ts";
import { grantPermissions, insertAccount } from "#db/queries/people/new-employee.ts";
import { findSchool, getSchool } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { formatDate, SCHOOL_TIME_ZONE } from "#domain/dates.ts";
import { PATHS } from "#domain/paths.ts";
import { findUserNameFault, MAX_USER_NAME_LENGTH } from "#domain/people/user-name.ts";
import {
  parseLevels,
  STANDARD_CRITERIA,
  ETHNIC_GROUPS,
  RELIGIONS,
  standardLevels,
  type LevelWithFormClasses,
  STANDARD_SUBJECTS,
} from "#domain/school/levels.ts";
import { findUsualTermOn, USUAL_ASSESSMENT_TYPES, usualTermDates } from "#domain/school/usual-terms.ts";
import { capitalise } from "#domain/text/capital.ts";
import { describeNonexistentDay, parseExistingDay } from "#domain/text/read-day.ts";
import { composeAccentedLetters, textField } from "#fields/texts.ts";
import { today } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";
import { isFirstRunCode } from "#runtime/first-run-code.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { listHolidaysBetween, listWorkingDays } from "#domain/school/public-holidays.ts";
import type { AssessmentType } from "#domain/terms.ts";
import { findTermDateFaults } from "#domain/rollover/term-dates.ts";

const FIRST_YEAR = 2000;
const LAST_YEAR = 2097;
const FIRST_USER_NAME = "Admin";
const WRONG_CODE =
  "This is not the right code. The code is shown below the address, in the window where Termbook was started.";

export type FirstRunView = Awaited<ReturnType<typeof loadFirstRun>>;

/** Tells whether a school exists, and the current year and term, which the form suggests. */
export async function loadFirstRun() {
  const usual = findUsualTermOn(today(SCHOOL_TIME_ZONE));
  return {
    exists: await hasSchool(),
    defaults: { year: String(usual.year), term: String(usual.term), userName: FIRST_USER_NAME },
  };
}

export async function hasSchool(): Promise<boolean> {
  return (await findSchool(noTransaction)) !== null;
}

/** Returns the schema of one line of text, which may be empty. */
function line(longest: number) {
  const kind = textField({ longest });
  return z
    .string()
    .default("")
    .transform((typed) => String(kind.posted(composeAccentedLetters(typed, longest)) ?? ""))
    .superRefine((value, { addIssue }) => {
      const fault = kind.refuse(value);
      if (fault !== null) addIssue({ code: "custom", message: capitalise(fault) });
    });
}

/** Returns the schema of a date; null means the date in the usual school calendar. */
function day() {
  return z
    .string()
    .default("")
    .transform((typed, { addIssue }) => {
      if (typed.trim() === "") return null;
      const read = parseExistingDay(typed);
      if (read !== null) return read;
      addIssue({
        code: "custom",
        message: `${describeNonexistentDay(typed)}Enter a date, like 7 September 2026.`,
      });
      return z.NEVER;
    });
}

/** Returns the schema of levels, one on each line; null means the usual levels of this kind of school. */
function levels() {
  return z
    .string()
    .default("")
    .transform((typed, { addIssue }) => {
      if (typed.trim() === "") return null;
      const read = parseLevels(typed);
      if (read.levels !== null) return read.levels;
      addIssue({ code: "custom", message: read.fault });
      return z.NEVER;
    });
}

function wholeNumber(from: number, to: number, message: string) {
  return z.coerce.number({ error: message }).int(message).min(from, message).max(to, message);
}

/** The data of a new school, from the page or from the command line. */
export const NewSchoolFormSchema = z.object({
  name: line(120).refine((name) => name !== "", "Enter the name of the school."),
  flavour: z.enum(["primary", "secondary"], { error: "Choose primary or secondary." }),
  address: line(200),
  motto: line(120),
  year: wholeNumber(FIRST_YEAR, LAST_YEAR, "Enter the year in which the school year begins, like 2026."),
  term: wholeNumber(1, 3, "Choose term 1, 2 or 3."),
  termStart: day(),
  termEnd: day(),
  nextTermStart: day(),
  levels: levels(),
  userName: z
    .string()
    .default("")
    .transform((typed) => composeAccentedLetters(typed, MAX_USER_NAME_LENGTH).trim() || FIRST_USER_NAME)
    .superRefine((typed, { addIssue }) => {
      const fault = findUserNameFault(typed);
      if (fault !== null) addIssue({ code: "custom", message: fault });
    }),
});

type NewSchool = z.output<typeof NewSchoolFormSchema>;

export type FirstRunInput = z.input<typeof FirstRunFormSchema>;

/** The code takes the place of a sign-in, because only the person who started the program knows it. */
export const FirstRunFormSchema = z.object({
  code: z.string(WRONG_CODE).refine(isFirstRunCode, WRONG_CODE),
  ...NewSchoolFormSchema.shape,
});

export type CreatedSchoolAccount = {
  schoolName: string;
  userName: string;
  password: string;
  voidAfter: string;
};

/** Creates the school and shows the first password. @throws a redirect if a school already exists */
export async function createSchoolFromForm(
  newSchool: NewSchool,
  address: string,
): Promise<FormOutcome<CreatedSchoolAccount>> {
  const made = await createSchool(newSchool, address);
  if (made.outcome === "exists") throw redirect(PATHS.firstRun);
  if (made.outcome === "refused") return rejected(made.errors);
  const { schoolName, userName, password, until } = made.account;
  return formSucceededWithResult({ schoolName, userName, password, voidAfter: formatDate(until) });
}

type FirstAccount = {
  schoolName: string;
  userName: string;
  password: string;
  until: string;
};

type SchoolMade =
  | { outcome: "made"; account: FirstAccount }
  | { outcome: "refused"; errors: SchoolFaults }
  | { outcome: "exists" };

const FIRST_RUN = { system: "first-run" };

/**
 * Creates the school, its first term, the lists that every school needs, and the administrator's account. Only this
 * response contains the first password. Everything happens in one transaction: of two simultaneous calls, only one
 * creates the school.
 * @param address the IP address of the caller, or `terminal`
 */
export async function createSchool(newSchool: NewSchool, address: string): Promise<SchoolMade> {
  const { plan, faults } = planNewSchool(newSchool);
  if (plan === null) return { outcome: "refused", errors: faults };
  const password = createOneTimePassword();
  const hash = await hashPassword(password);
  return termTransaction(FIRST_RUN, async (t): Promise<SchoolMade> => {
    const { name, flavour, motto, userName } = newSchool;
    if (!(await insertSchool({ name, flavour, address: newSchool.address, motto }, t)))
      return { outcome: "exists" };
    await insertFirstTerm(plan.term, t);
    await insertInitialLists(plan.lists, t);
    const days = env().ONE_TIME_PASSWORD_DAYS;
    const account = await insertAccount({ user_name: userName, password_hash: hash, days }, t);
    if (!account) throw new Error("a new school has an account already");
    const { account_id: accountId, one_time_until } = account;
    await grantPermissions({ accountId, permissions: Object.values(PERMISSIONS) }, t);
    await recordSecurityEvent({ kind: "school-made", accountId, address, detail: name }, t);
    const { time_zone } = await getSchool(t);
    const until = lastDayOfOneTimePassword(one_time_until, time_zone);
    return { outcome: "made", account: { schoolName: name, userName, password, until } };
  });
}

type GivenSchool = {
  flavour: SchoolFlavour;
  /** The calendar year in which the school year begins, such as 2026 for 2026-2027. */
  year: number;
  term: number;
  /** Null means the date in the usual school calendar. */
  termStart: string | null;
  termEnd: string | null;
  nextTermStart: string | null;
  /** Null means the usual levels of this kind of school. */
  levels: readonly LevelWithFormClasses[] | null;
};

type SchoolFaults = Partial<Record<keyof GivenSchool, string>>;

const SESSIONS_PER_DAY = 2;

/** Returns the first term and the lists that a school starts with, or the errors by field. */
function planNewSchool(newSchool: GivenSchool) {
  const term = firstTerm(newSchool);
  const dates = findTermDateFaults(term.academic_term_id, term, []);
  const faults: SchoolFaults = {
    ...(dates.term_start && { termStart: dates.term_start }),
    ...((dates.term_end ?? dates.total_sessions) && { termEnd: dates.term_end ?? dates.total_sessions }),
    ...(dates.next_term_start && { nextTermStart: dates.next_term_start }),
  };
  if (Object.keys(faults).length > 0) return { plan: null, faults };
  const levels = newSchool.levels ?? standardLevels(newSchool.flavour);
  return { plan: { term, lists: listsOf(newSchool.flavour, { term, levels }) }, faults: null };
}

function firstTerm({ flavour, year, term, termStart, termEnd, nextTermStart }: GivenSchool) {
  const usual = usualTermDates(year, term);
  const term_start = termStart ?? usual.term_start;
  const term_end = termEnd ?? usual.term_end;
  const academic_year_id = year * 10_000 + year + 1;
  return {
    academic_term_id: academic_year_id * 10 + term,
    academic_year_id,
    term,
    term_start,
    term_end,
    next_term_start: nextTermStart ?? usual.next_term_start,
    total_sessions: listWorkingDays(term_start, term_end).length * SESSIONS_PER_DAY,
    assessment_type: USUAL_ASSESSMENT_TYPES[flavour][term - 1] as AssessmentType,
  };
}

type Made = { term: ReturnType<typeof firstTerm>; levels: readonly LevelWithFormClasses[] };

function listsOf(flavour: SchoolFlavour, { term, levels }: Made) {
  const formClasses = levels.flatMap(({ form_level, group_title, form_classes }) =>
    form_classes.map((form_class_id) => ({ form_class_id, form_level, group_title })),
  );
  const criteria = levels.flatMap(({ form_level }) => criteriaOf(flavour, form_level));
  return {
    form_classes: formClasses.map((formClass, index) => ({ ...formClass, position: index + 1 })),
    // A primary school has a class for each form teacher, so its classes are created later, together with the teachers.
    classes: flavour === "secondary" ? formClasses.map((formClass) => classOf(formClass, term)) : [],
    religions: RELIGIONS.map((grouping) => ({ grouping })),
    ethnic_groups: ETHNIC_GROUPS.map((grouping) => ({ grouping })),
    subjects: STANDARD_SUBJECTS[flavour].map(({ subject_id, title, abbr, inactive = false }) => ({
      subject_id,
      title,
      abbr,
      is_active: !inactive,
    })),
    assessment_criteria: criteria,
    school_holidays: listHolidaysBetween(term.term_start, term.next_term_start),
  };
}

function classOf({ form_class_id }: { form_class_id: string }, { academic_year_id }: Made["term"]) {
  return { academic_year_id, form_class_id, label: form_class_id };
}

function criteriaOf(flavour: SchoolFlavour, form_level: number) {
  return Object.entries(STANDARD_CRITERIA[flavour][form_level] ?? {}).flatMap(([subject, details]) =>
    details.map((detail, index) => ({
      subject_id: Number(subject),
      form_level,
      detail,
      position: index + 1,
    })),
  );
}
