/** A person's names, in the spelling of a session or of a database row. */
type Named = { firstName: string; lastName: string } | { first_name: string; last_name: string };

/** The names of the person who changed or signed something. All are null if no account was involved. */
type Actor = { first_name: string | null; last_name: string | null; user_name: string | null };

/** Formats a name as registers print it: `Alexander, Keziah`. */
export function formatRegisterName(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  return firstName ? `${lastName}, ${firstName}` : lastName;
}

/** Formats a name as `D. Ramkissoon`. An account without a first name is shown by its last name alone. */
export function formatShortName(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  const initial = initialOf(firstName);
  return initial ? `${initial}. ${lastName}` : lastName;
}

/** Returns the one or two initials that a person's avatar shows. */
export function formatInitials(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  return `${initialOf(firstName)}${initialOf(lastName)}`;
}

/** Joins the names of a class's teachers: `D. Ramkissoon / C. Pierre`. */
export function joinTeacherNames(teachers: readonly Named[]): string {
  return teachers.map(formatShortName).join(" / ");
}

/** Formats the author of a change. Accounts without an employee have a user name only; no account gives "". */
export function formatActorName({ first_name, last_name, user_name }: Actor): string {
  if (last_name) return formatShortName({ first_name: first_name ?? "", last_name });
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
