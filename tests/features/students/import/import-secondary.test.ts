import { expect, test } from "vitest";
import { loader as filesOfImport } from "../../../../app/routes/students/import/files.tsx";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { CONTEXT, getRequest } from "#tests/support/request.ts";
import { judgedFile } from "./import-scenario.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const clerk = await createClerk();
const first = await createClass({ formClassId: "1A", label: "1A Hibiscus" });
await createClass({ formClassId: "1A", label: "1A Ixora" });
await createClass({ formClassId: "6A" });
await createStudents(first, [{ firstName: "Kiara", lastName: "Hinds", studentId: "SS-30001" }]);

test("a class of a secondary school is called by its name, or its form's where that is one alone", async () => {
  const { rows } = await judgedFile(
    [
      "First Name,Last Name,Birth Certificate Pin,Class",
      "By,Name,1001,1a ixora",
      "By,Form,1002,6A",
      "By,Several,1003,1A",
    ].join("\n"),
    clerk,
  );

  expect(rows.map(({ outcome, lines }) => [outcome, lines[0]])).toEqual([
    ["created", expect.anything()],
    ["created", expect.anything()],
    [
      "refused",
      {
        say: "refused",
        title: "Class",
        reason: "several classes match ‘1A’, enter one of them: 1A Hibiscus, 1A Ixora",
      },
    ],
  ]);
});

test("its export is read again as it is", async () => {
  const request = getRequest("/app/students/export?format=csv", clerk);
  const answer = (await filesOfImport({ request, params: {}, context: CONTEXT } as never)) as Response;

  const { rows } = await judgedFile(new Uint8Array(await answer.arrayBuffer()), clerk);

  expect(rows.map(({ publicId, outcome }) => [publicId, outcome])).toEqual([["SS-30001", "unchanged"]]);
});
