import ts from "typescript";
import { expect, expectTypeOf, test } from "vitest";
import type { transaction } from "#db/index.ts";
import type { termTransaction } from "#db/term-transaction.ts";
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** The tables that the rollover writes, or reads for writing. */
const TABLES = [
  "marks",
  "criterion_grades",
  "term_records",
  "postings",
  "registrations",
  "classes",
  "class_teachers",
  "class_moves",
  "lessons",
  "student_subject_assignments",
  "substitutes",
  "dean_assignments",
  "turn_decisions",
  "default_outcomes",
  "promotions",
  "academic_terms",
  "schools",
  "archive_registrations",
];

const QUERIES = sourceFiles(/^db\/queries\/.*\.ts$/);
const WRITES = new RegExp(
  `(insert into|update|delete from)\\s+(${TABLES.join("|")})\\b|\\b(${modelsOf(TABLES).join("|")})\\s*\\.(insert|update|delete)\\(`,
);

test("every table of the term has a model by which it could be written", () => {
  expect(modelsOf(TABLES)).toHaveLength(TABLES.length);
});

test("whatever writes a table of the term takes the transaction that has a share of the term lock", () => {
  const writers = QUERIES.flatMap(writersIn);
  const without = writers.filter(({ parameters }) => !/: TermTransaction\b/.test(parameters));

  expect(writers.length).toBeGreaterThan(TABLES.length);
  expect(without).toEqual([]);
});

test("only one place makes such a transaction of another", () => {
  const makers = sourceFiles(/^(app|db|jobs)\/.*\.tsx?$/).filter((file) =>
    /\bas TermTransaction\b/.test(readSource(file)),
  );

  expect(makers).toEqual(["db/term-transaction.ts"]);
});

test("a saved screen that takes such a transaction cannot be begun with one that has no share", () => {
  type Begin = SaveDefinition<null, null, { version: number }>["begin"];

  expectTypeOf<typeof termTransaction>().toExtend<Begin>();
  expectTypeOf<typeof transaction>().not.toExtend<Begin>();
});

type Writer = { file: string; name: string; parameters: string };

/** Lists functions that contain a writing statement, or use a constant of their file that does. */
function writersIn(file: string): Writer[] {
  const source = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true);
  const pieces = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter((piece) => WRITES.test(piece.getText()))
    .map(({ name }) => name.getText());
  const isWriting = (text: string) =>
    WRITES.test(text) || pieces.some((piece) => new RegExp(`\\b${piece}\\b`).test(text));
  return source.statements
    .filter(ts.isFunctionDeclaration)
    .filter((made) => isWriting(made.body?.getText() ?? ""))
    .map(({ name, parameters }) => ({
      file,
      name: name?.text ?? "",
      parameters: parameters.map((parameter) => parameter.getText()).join(", "),
    }));
}

function modelsOf(tables: readonly string[]): string[] {
  const source = sourceFiles(/^db\/models\/.*\.ts$/)
    .map(readSource)
    .join("\n");
  const models = source.matchAll(/export const (\w+) = table\(\s*"(\w+)"/g);
  return [...models].flatMap(([, model = "", name = ""]) => (tables.includes(name) ? [model] : []));
}
