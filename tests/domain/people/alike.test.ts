import { expect, test } from "vitest";
import { compareStudents, type StudentIdentity } from "#domain/people/alike.ts";

const BORN = "2016-05-04";

test.each<[string, string | null, string, string | null, ReturnType<typeof compareStudents>]>([
  ["René Joseph", BORN, "RENE joseph", BORN, "same"],
  ["Kerry-Ann Joseph", BORN, "Kerryann Joseph", BORN, "same"],
  ["Rene Joseph", BORN, "Rene Joseph", null, "name"],
  ["Rene Joseph", null, "Rene Joseph", null, "name"],
  ["Rene Joseph", BORN, "Rene Joseph", "2016-04-05", null],
  ["Rene Joseph", BORN, "Renee Joseph", BORN, "almost"],
  ["Rene Joseph", BORN, "Renee Joseph", null, null],
  ["Rene Joseph", BORN, "Joseph Rene", BORN, "almost"],
  ["Mary Joseph", BORN, "Mary-Ann Joseph", BORN, "almost"],
  ["Mary Joseph", BORN, "Mary Joseph-Charles", BORN, "almost"],
  ["Mary Joseph", BORN, "Mary Jospeh", BORN, "almost"],
  // Twins usually share one name, and a short name is one letter away from many others.
  ["Mary Joseph", BORN, "Martha Joseph", BORN, null],
  ["Lia Joseph", BORN, "Lea Joseph", BORN, null],
  ["Mary Joseph", BORN, "Mary Alexander", BORN, null],
])("%s, %s and %s, %s: %s", (one, born, other, otherBorn, expected) => {
  const [mine, theirs] = [called(one, born), called(other, otherBorn)];

  expect(compareStudents(mine, theirs)).toBe(expected);
  expect(compareStudents(theirs, mine)).toBe(expected);
});

function called(name: string, date_of_birth: string | null): StudentIdentity {
  const [first_name = "", last_name = ""] = name.split(" ");
  return { first_name, last_name, date_of_birth };
}
