import { z } from "zod";
import { formSucceededWithResult, rejected } from "#access/forms/answer-form.server.ts";
import { lastDayOfOneTimePassword, createOneTimePassword } from "#access/passwords/one-time.server.ts";
import {
  readSubmissionToken,
  createRandomSecret,
  type SecretGenerator,
} from "#access/passwords/once.server.ts";
import { hashPassword, isPasswordCorrect } from "#access/passwords/passwords.server.ts";
import { encryptPasswordLetters, type PasswordLetter } from "#access/passwords/encrypted-letters.server.ts";
import type { Visit, VisitedSchool } from "#access/session.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { saveEmployeePersonal } from "#db/queries/people/employee-records.ts";
import {
  findFreeUserName,
  grantPermissions,
  findUserNameHolder,
  insertAccount,
  insertEmployee,
  lockNewEmployee,
  listEmployeesNamed,
  type Namesake,
} from "#db/queries/people/new-employee.ts";
import { formatDate } from "#domain/dates.ts";
import { findUserNameFault, MAX_USER_NAME_LENGTH, proposeUserNames } from "#domain/people/user-name.ts";
import type { Person } from "#domain/person.ts";
import { EMPLOYEE_PERSONAL_FIELDS, employeeTabFields } from "#fields/people/employee.ts";
import { checkNewRecord, findRefusedChange, valuesToColumns } from "#fields/record.ts";
import { composeAccentedLetters } from "#fields/texts.ts";
import type { ColumnValue, FieldValues } from "#fields/value.ts";
import { personalTabRules } from "../profile/profile.server.ts";
import { env } from "#runtime/env.ts";

/** Returns the schema of a field of Personal Information, with the same rules as in an employee's record. */
function personal(field: "first_name" | "last_name" | "gender", unless?: string) {
  return z
    .string()
    .nullish()
    .transform((typed) => EMPLOYEE_PERSONAL_FIELDS.get(field)?.kind.posted(typed ?? "") ?? null)
    .superRefine((value, { addIssue }) => {
      const refusal = findRefusedChange(EMPLOYEE_PERSONAL_FIELDS, { [field]: value }, "");
      if (refusal) addIssue({ code: "custom", message: unless ?? refusal.reason });
    });
}

/** If this field is empty, the server makes a user name from the person's name. */
const userName = z
  .string()
  .default("")
  .transform((typed) => composeAccentedLetters(typed, MAX_USER_NAME_LENGTH).trim())
  .superRefine((typed, { addIssue }) => {
    const fault = typed === "" ? null : findUserNameFault(typed);
    if (fault) addIssue({ code: "custom", message: fault });
  });

export type NewEmployeeInput = z.input<typeof NewEmployeeFormSchema>;

export const NewEmployeeFormSchema = z.object({
  firstName: personal("first_name").transform(String),
  lastName: personal("last_name").transform(String),
  gender: personal("gender", "Choose F or M, or leave both unselected.").transform(
    (gender) => gender as "F" | "M" | null,
  ),
  userName,
  /** True when the person confirmed that this is not the existing employee with the same name. */
  another: z.boolean().default(false),
  once: z.string().optional(),
});

type NewEmployee = Pick<
  z.output<typeof NewEmployeeFormSchema>,
  "firstName" | "lastName" | "gender" | "userName"
>;

export type FirstPasswordView = Extract<
  Awaited<ReturnType<typeof addEmployeeFromForm>>,
  { kind: "done-here" }
>["result"];

/** Adds the employee in the submitted form. The response shows the first password, which is stored only as a hash. */
export async function addEmployeeFromForm(
  { person, school }: Visit,
  { input, address }: { input: z.output<typeof NewEmployeeFormSchema>; address: string },
) {
  const { another, once, ...employee } = input;
  const form = { makeSecret: readSubmissionToken(person, once) ?? createRandomSecret, isAnother: another };
  const outcome = await addEmployee(person, { employee, school, address, form });
  if (outcome.kind !== "done-here") return outcome;
  const { slip: letter } = outcome.result;
  return formSucceededWithResult({
    firstName: employee.firstName,
    gender: employee.gender,
    name: letter.name,
    userName: letter.userName,
    password: letter.password,
    voidAfter: formatDate(letter.until),
    seal: encryptPasswordLetters(person, [letter]),
  });
}

type Called = {
  /** The Personal Information that the call sends. Fields that it leaves out are blank. */
  values: FieldValues;
  userName: string;
  address: string;
};

export async function addEmployeeForApiCall(
  { person, school }: Visit,
  { values: given, userName, address }: Called,
) {
  const fields = employeeTabFields(personalTabRules({ isNameClosed: false, timeZone: school.timeZone }));
  const { values, refusals } = checkNewRecord(fields, given);
  if (refusals.length > 0) {
    const errors = Object.fromEntries(refusals.map(({ field, reason }) => [field, [reason]]));
    return { kind: "invalid" as const, errors };
  }
  const [first_name, last_name] = [String(values["first_name"]), String(values["last_name"])];
  const gender = values["gender"] as NewEmployee["gender"];
  const employee = { firstName: first_name, lastName: last_name, gender, userName };
  const outcome = await addEmployee(person, {
    employee,
    personal: valuesToColumns(fields, values),
    school,
    address,
  });
  if (outcome.kind === "not-done") return outcome;
  return { ...outcome, result: { ...outcome.result, first_name, last_name } };
}

type Adding = {
  employee: NewEmployee;
  /** Personal Information that the form does not ask for. */
  personal?: Readonly<Record<string, ColumnValue>>;
  school: VisitedSchool;
  address: string;
  /** Options of the form. An API call is not asked about equal names, and a repeated call adds another employee. */
  form?: { makeSecret: SecretGenerator; isAnother: boolean };
};

/** The permissions of a new employee. An administrator can change them under Access. */
export const DEFAULT_PERMISSIONS = [1, 2, 3];

/**
 * Adds an employee and an account with a first password that is shown once. The unique index decides whether the user
 * name is free, because two people may choose the same one at the same moment. A form sent twice adds only one employee
 * and shows the same password. The form asks for confirmation before it adds an employee with an existing name.
 */
export async function addEmployee(person: Person, input: Adding) {
  const { employee, form } = input;
  const name = employee.userName || (await proposedUserName(employee));
  if (name === null)
    return rejected({ userName: "Termbook cannot make a username from this name. Enter a username." });
  const password = createOneTimePassword(form?.makeSecret(`employee ${JSON.stringify(employee)}`));
  const known = form ? await listEmployeesNamed(employee, noTransaction) : [];
  const before = form && (await addedBefore(known, { ...input, password }));
  if (before) return before;
  if (form && known.length > 0 && !form.isAnother) return askAbout(known);
  const hash = await hashPassword(password);
  const outcome = await transaction(person, async (t) => {
    if (form) {
      await lockNewEmployee(employee, t);
      const others = await listEmployeesNamed(employee, t);
      if (others.length > known.length) return { others };
    }
    return add(person, { ...input, userName: name, password, hash }, t);
  });
  if (!("others" in outcome)) return outcome;
  return (await addedBefore(outcome.others, { ...input, password })) ?? askAbout(outcome.others);
}

type Storing = Adding & { userName: string; password: string; hash: string };

async function add(person: Person, adding: Storing, t: Transaction) {
  const { employee, personal, school, address, userName: name, password } = adding;
  const stored = await store(adding, t);
  if (!stored) return rejected({ userName: await takenWords(name, employee, t) });
  if (personal) await saveEmployeePersonal({ employeeId: stored.employeeId, columns: personal }, t);
  const { accountId } = person;
  await recordSecurityEvent({ kind: "employee-added", accountId, address, detail: name }, t);
  return added(stored.employeeId, { employee, userName: name, password, until: stored.until, school });
}

/**
 * Returns the result of an earlier submission of the same form, or null. The same form always makes the same password,
 * so an employee who still has that password was added by it.
 */
async function addedBefore(
  known: readonly Namesake[],
  { employee, school, password }: Pick<Storing, "employee" | "school" | "password">,
) {
  for (const { employee_id, user_name, password_hash, one_time_until: until } of known) {
    if (until !== null && (await isPasswordCorrect(password_hash, password)))
      return added(employee_id, { employee, userName: user_name, password, until, school });
  }
  return null;
}

type Letter = Pick<Storing, "employee" | "userName" | "password" | "school"> & { until: Date };

function added(employeeId: number, { employee, userName: name, password, until, school }: Letter) {
  const letter: PasswordLetter = {
    name: `${employee.firstName} ${employee.lastName}`,
    userName: name,
    password,
    until: lastDayOfOneTimePassword(until, school.timeZone),
  };
  return formSucceededWithResult({ employeeId, slip: letter });
}

function askAbout(known: readonly Namesake[]) {
  const [first] = known;
  const name = `${first?.first_name} ${first?.last_name}`;
  const userNames = known.map(({ user_name }) => user_name).join(", ");
  return rejected({
    another: `${name} (${userNames}) is already in the list. If this is a different person, select the box below.`,
  });
}

async function store({ employee, userName: name, hash }: Storing, t: Transaction) {
  const days = env().ONE_TIME_PASSWORD_DAYS;
  const account = await insertAccount({ user_name: name, password_hash: hash, days }, t);
  if (!account) return null;
  const { account_id: accountId, one_time_until: until } = account;
  const { firstName: first_name, lastName: last_name, gender } = employee;
  const employeeId = await insertEmployee({ accountId, employee: { first_name, last_name, gender } }, t);
  await grantPermissions({ accountId, permissions: DEFAULT_PERMISSIONS }, t);
  return { employeeId, until };
}

export type ProposedUserName = NonNullable<Awaited<ReturnType<typeof loadProposedUserName>>>;

/**
 * Returns a suggested user name for a typed name, or null. If the first suggestion is taken, also says who has it.
 */
export async function loadProposedUserName(query: URLSearchParams) {
  const name = { firstName: query.get("first") ?? "", lastName: query.get("last") ?? "" };
  const [likeliest] = proposeUserNames(name);
  const proposed = await proposedUserName(name);
  if (proposed === null || likeliest === undefined) return null;
  return {
    userName: proposed,
    because: proposed === likeliest ? null : await takenBy(likeliest, noTransaction),
  };
}

/**
 * Returns the first suggested user name that is free, or null when the name contains no letter that can be part of one.
 */
function proposedUserName(name: { firstName: string; lastName: string }): Promise<string | null> {
  return findFreeUserName(proposeUserNames(name), noTransaction);
}

async function takenWords(name: string, employee: NewEmployee, t: Transaction): Promise<string> {
  const [taken, free] = [await takenBy(name, t), await findFreeUserName(proposeUserNames(employee), t)];
  return `${taken}. ${free ? `${free} is free.` : "Enter another username."}`;
}

/** Returns text such as `a.george belongs to Akilah George`. The Admin account has no employee, and so no name. */
async function takenBy(name: string, t: Transaction | null): Promise<string> {
  const holder = await findUserNameHolder(name, t);
  if (!holder) return `${name} has just been taken`;
  const { first_name, last_name } = holder;
  return `${holder.user_name} belongs to ${last_name === null ? "the school’s own account" : `${first_name} ${last_name}`}`;
}
