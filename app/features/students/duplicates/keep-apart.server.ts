import { transaction } from "#db/index.ts";
import { studentVisibleTo } from "#access/visible-student.server.ts";
import { sayDifferent } from "#db/queries/people/merges/merges.ts";
import { idOf } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/** Two records that are alike are two children's: they are not told any more. @throws notFound */
export function keepApart(person: Person, form: FormData): Promise<string> {
  const [one, other] = [idOf(String(form.get("one"))), idOf(String(form.get("other")))];
  if (one === null || other === null || one === other) throw notFound("There are no such two students.");
  return transaction(person, async (t) => {
    const [first, second] = [
      await studentVisibleTo(person, one, t),
      await studentVisibleTo(person, other, t),
    ];
    if (!first.manages || !second.manages) throw notFound("There is no such student.");
    await sayDifferent({ keys: [one, other], saidBy: person.accountId }, t);
    return `${first.first_name} and ${second.first_name} ${second.last_name} are two children`;
  });
}

/** Who is written down as another child than those who are alike is not told of beside them afterwards. */
export function keepApartFrom(
  person: Person,
  { key, alike }: { key: number; alike: readonly { id: number }[] },
): Promise<void> {
  return transaction(person, async (t) => {
    for (const { id } of alike) await sayDifferent({ keys: [key, id], saidBy: person.accountId }, t);
  });
}
