import { expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();

test.each<[string, string[]]>([
  ["accents beside the plain letter", ["Etienne", "Étienne", "Etoile", "Zoë", "Zora"]],
  ["capitals beside small letters", ["abdul", "Abdul", "ABDUL", "Abel"]],
  ["apostrophes of both kinds", ["D'Abreu", "D’Abreu", "Daniel", "O'Brien", "Obika"]],
  ["names of several words", ["De Freitas", "De La Rosa", "de Souza", "Dean", "Delaney"]],
  ["hyphens", ["Ali", "Ali-Baksh", "Alibert", "Ann-Marie", "Anne"]],
  ["Mc and Mac", ["MacDonald", "Mack", "McDonald", "McIntyre", "Mohammed"]],
  ["numbers by their value", ["1A", "2A", "10A", "Std 2", "Std 10"]],
])("names are sorted as people sort them: %s", async (_what, sorted) => {
  const found = await queryRows<{ name: string }>(
    "select name from unnest($names::text[]) as name order by name collate names",
    { names: sorted.toReversed() },
    noTransaction,
  );

  expect(found.map(({ name }) => name)).toEqual(sorted);
});
