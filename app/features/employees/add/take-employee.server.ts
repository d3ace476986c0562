import { onceIn, randomSecret } from "#access/passwords/once.server.ts";
import { sealSlips } from "#access/passwords/sealed-slips.server.ts";
import { parseForm } from "#access/posted-form.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { formatDate } from "#domain/dates.ts";
import { userNameProposals } from "#domain/people/user-name.ts";
import { addEmployee, proposedUserName, takenBy, type AddedEmployee } from "./add-employee.server.ts";
import { EmployeeForm } from "./employee.schema.server.ts";
import {
  ANOTHER,
  type EmployeeErrors,
  type NewEmployeeAnswer,
  type ProposedUserName,
  type ShownFirstPassword,
  type TypedEmployee,
} from "./new-employee.rules.ts";

/** Reads the form and adds the colleague; what was not taken comes back as it was typed. */
export async function takeEmployee(
  { person, school }: Visit,
  { form, address }: { form: FormData; address: string },
): Promise<NewEmployeeAnswer> {
  const parsed = parseForm(form, EmployeeForm);
  if (!parsed.ok) return notAdded(form, parsed.errors);
  const employee = parsed.value;
  const asked = {
    makeSecret: onceIn(person, form.get("once")) ?? randomSecret,
    isAnother: form.has(ANOTHER),
  };
  const answer = await addEmployee(person, { employee, school, address, form: asked });
  if (!answer.ok) return notAdded(form, { [answer.isNamesake ? ANOTHER : "userName"]: answer.fault });
  const seal = sealSlips(person, [answer.added.slip]);
  return { added: shown(answer.added, { firstName: employee.firstName, seal }), typed: null, errors: null };
}

/** What the field of the user name proposes for a name that was typed; null for none. */
export async function readProposal(query: URLSearchParams): Promise<ProposedUserName | null> {
  const name = { firstName: query.get("first") ?? "", lastName: query.get("last") ?? "" };
  const [likeliest] = userNameProposals(name);
  const userName = await proposedUserName(name);
  if (userName === null || likeliest === undefined) return null;
  return { userName, because: userName === likeliest ? null : await takenBy(likeliest, noTransaction) };
}

function notAdded(form: FormData, errors: EmployeeErrors): NewEmployeeAnswer {
  const textOf = (name: keyof TypedEmployee) => String(form.get(name) ?? "");
  const typed = {
    firstName: textOf("firstName"),
    lastName: textOf("lastName"),
    gender: textOf("gender"),
    userName: textOf("userName"),
  };
  return { added: null, typed, errors };
}

function shown(
  { gender, slip }: AddedEmployee,
  { firstName, seal }: { firstName: string; seal: string },
): ShownFirstPassword {
  const { name, userName, password, until } = slip;
  return { firstName, name, gender, userName, password, voidAfter: formatDate(until), seal };
}
