import { expect, test } from "vitest";
import { action as act, loader as show } from "../../../../app/routes/students/import/import.tsx";
import { loader as filesOfImport } from "../../../../app/routes/students/import/files.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { ImportView } from "#features/imports/imports.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk } from "#tests/support/builders/people.ts";
import {
  createClass,
  createNextYear,
  createSchool,
  NEXT_YEAR_ID,
  TEST,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { callRoute, CONTEXT, getRequest, postForm } from "#tests/support/request.ts";
import { judgedFile, workOnImport } from "./import-scenario.ts";

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

test("a file that was checked before the rollover is checked again, because its classes are of another year", async () => {
  const { id: importId, rows } = await judgedFile(
    "First Name,Last Name,Birth Certificate Pin,Class\nNew,Pupil,20150101077,6A",
    clerk,
  );
  await createNextYear();
  await createClass({ formClassId: "6A", yearId: NEXT_YEAR_ID });
  await transaction(TEST, async (t) => {
    await runQuery(
      `insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, next_term_start,
                                   total_sessions, assessment_type)
       values ($1, $2, 1, '2026-09-07', '2026-12-11', '2027-01-04', 120, 'Mid Term')`,
      [NEXT_YEAR_ID * 10 + 1, NEXT_YEAR_ID],
      t,
    );
    await runQuery("update schools set current_term_id = $1", [NEXT_YEAR_ID * 10 + 1], t);
  });
  const url = `/app/students/import/${importId}`;

  await callRoute(act, postForm(url, { intent: "import", version: "1" }, clerk), { importId });
  await workOnImport({ importId });
  const again = (await callRoute(show, getRequest(url, clerk), { importId })).body as ImportView;

  const goesTo = (lines: ImportView["rows"][number]["lines"]) =>
    lines.flatMap((line) => (line.say === "words" && line.words.startsWith("Goes") ? line.words : []));
  expect(rows.flatMap(({ lines }) => goesTo(lines))).toEqual(["Goes to 6A in 2025-2026"]);
  expect(again.rows.flatMap(({ lines }) => goesTo(lines))).toEqual(["Goes to 6A in 2026-2027"]);
  expect([again.state, again.failure]).toEqual([
    "judged",
    "The school’s data has changed since the file was checked, so nothing was imported. Check the rows, then import again.",
  ]);
  expect(
    await queryRows("select 1 from students where birth_certificate_pin = '20150101077'", {}, noTransaction),
  ).toEqual([]);
});
