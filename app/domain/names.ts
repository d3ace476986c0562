/** A person as a session or a database row has them. */
type Named = { firstName: string; lastName: string } | { first_name: string; last_name: string };

/** A person as the audit trail and a signature have them. */
type Actor = { first_name: string | null; last_name: string | null; user_name: string | null };

/** Formats a name as in registers: `Alexander, Keziah`. */
export function registerName(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  return firstName ? `${lastName}, ${firstName}` : lastName;
}

/** Formats a name as in the shell: `D. Ramkissoon`; an account without a first name has its last name alone. */
export function shortName(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  const initial = initialOf(firstName);
  return initial ? `${initial}. ${lastName}` : lastName;
}

/** Returns one or two capitals for the avatar. */
export function initials(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  return `${initialOf(firstName)}${initialOf(lastName)}`;
}

/** Joins the teachers of a class as the class lists do: `D. Ramkissoon / C. Pierre`. */
export function joinNames(teachers: readonly Named[]): string {
  return teachers.map(shortName).join(" / ");
}

/** Names the author of a change: an account without an employee by its user name; empty when there was no account. */
export function actorName({ first_name, last_name, user_name }: Actor): string {
  if (last_name) return shortName({ first_name: first_name ?? "", last_name });
  return user_name ?? "";
}

function partsOf(person: Named): readonly [firstName: string, lastName: string] {
  if ("firstName" in person) return [person.firstName, person.lastName];
  return [person.first_name, person.last_name];
}

function initialOf(name: string): string {
  const [first = ""] = name.trim();
  return first.toLocaleUpperCase("en");
}
