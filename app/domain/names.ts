/** Somebody as a session has them, or as a row of the database has. */
type Named = { firstName: string; lastName: string } | { first_name: string; last_name: string };

/** As the record of changes and a signature keep it. */
type Actor = { first_name: string | null; last_name: string | null; user_name: string | null };

/** As registers list people: `Alexander, Keziah`. */
export function registerName(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  return firstName ? `${lastName}, ${firstName}` : lastName;
}

/** As the shell greets people: `D. Ramkissoon`; an account without a first name by its last name alone (T2). */
export function shortName(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  const initial = initialOf(firstName);
  return initial ? `${initial}. ${lastName}` : lastName;
}

/** One or two capitals for the avatar. */
export function initials(person: Named): string {
  const [firstName, lastName] = partsOf(person);
  return `${initialOf(firstName)}${initialOf(lastName)}`;
}

/** Teachers of one class, joined as the class lists show them: `D. Ramkissoon / C. Pierre` (T2). */
export function joinedNames(teachers: readonly Named[]): string {
  return teachers.map(shortName).join(" / ");
}

/** Who did something: an account without an employee is called by its user name (T6); empty for what has no account. */
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
