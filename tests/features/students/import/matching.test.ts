import { utils, write } from "@e965/xlsx";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { action as actOnEmployees } from "../../../../app/routes/employees/import/import.tsx";
import { action as act, loader as show } from "../../../../app/routes/students/import/import.tsx";
import { action as send } from "../../../../app/routes/students/import/start.tsx";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import type { ImportView } from "#features/imports/imports.server.ts";
import { tidyOldImports } from "#features/imports/work-import.server.ts";
import { getLocalPath } from "#files/store.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import {
  callRoute,
  readFormErrors,
  getRequest,
  postFile,
  postForm,
  type Visitor,
} from "#tests/support/request.ts";
import { fingerprint, workOnImport } from "./import-scenario.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
await createClass({ formClassId: "Std 1" });

async function sent(content: string | Uint8Array, name = "list.csv"): Promise<string> {
  const form = new FormData();
  form.set("file", new File([typeof content === "string" ? content : new Uint8Array(content)], name));
  const { location } = await callRoute(send, postFile("/app/students/import", form, clerk));
  const importId = String(location?.split("/").at(-1));
  await workOnImport({ importId });
  return importId;
}

async function shown(importId: string, query = ""): Promise<ImportView> {
  return (await callRoute(show, getRequest(`/app/students/import/${importId}${query}`, clerk), { importId }))
    .body as ImportView;
}

async function acted(importId: string, fields: Record<string, string>, visitor: Visitor = clerk) {
  const answer = await callRoute(act, postForm(`/app/students/import/${importId}`, fields, visitor), {
    importId,
  });
  await workOnImport({ importId });
  return answer;
}

/** Returns the fields that the page would send, with changes by heading. */
function matchOf({ matching }: ImportView, changes: Record<string, string> = {}): Record<string, string> {
  const fields = matching?.columns.map(({ place, heading, field }) => [
    `match.${place}`,
    changes[heading] ?? field,
  ]);
  return { version: String(matching?.version), ...Object.fromEntries(fields ?? []) };
}

function decisionOf({ matching }: ImportView, name: string) {
  return matching?.decisions.find((decision) => decision.name === name);
}

const matchedBy = ({ matching }: ImportView) =>
  matching?.columns.map(({ heading, field, by }) => [heading, field, by]);

const wordsOf = ({ rows: judged }: ImportView) =>
  judged.map(({ row: place, outcome, name, lines }) => [
    place,
    outcome,
    name,
    ...lines.map((line) => (line.say === "words" ? line.words : line.say === "refused" ? line.reason : "")),
  ]);

const LIST = [
  "Intake 2026;;;;;",
  "Surname;Given;DOB;M/F;Paper;Bus route",
  "Hinds;Keziah;3/7/2019;F;X201907030871;Arima",
  "Villafaña;Amara;25/3/2019;F;X201903250119;",
].join("\n");

test("a list with its own headings is matched, confirmed, judged, imported and its file deleted", async () => {
  const before = await fingerprint();
  const importId = await sent(Buffer.from(LIST, "latin1"));

  const first = await shown(importId);

  expect([first.state, first.counts.all]).toEqual(["matching", 0]);
  expect(matchedBy(first)).toEqual([
    ["Surname", "last_name", "heading"],
    ["Given", "first_name", "heading"],
    ["DOB", "date_of_birth", "heading"],
    ["M/F", "gender", "heading"],
    ["Paper", "", null],
    ["Bus route", "", null],
  ]);
  expect(first.matching?.needed.map(({ label }) => label)).toEqual([
    "First Name",
    "Last Name",
    "Birth Certificate Pin",
  ]);
  expect(first.matching?.decisions.map(({ name, decided }) => [name, decided])).toEqual([
    ["encoding", "Western European, Windows-1252"],
    ["separator", "Semicolon"],
    ["headings", "Row 2"],
    ["dates", "Day first, 25/3/2014"],
  ]);

  const missing = await acted(importId, { intent: "match", ...matchOf(first) });
  expect([missing.status, readFormErrors(missing)]).toEqual([
    422,
    {
      "": expect.stringMatching(
        /^No column is matched with Birth Certificate Pin\. Choose this field/,
      ) as string,
    },
  ]);
  const another = "Choose another field for one of them.";
  const twice = { Paper: "birth_certificate_pin", "Bus route": "birth_certificate_pin" };
  const repeated = await acted(importId, { intent: "match", ...matchOf(first, twice) });
  expect([repeated.status, readFormErrors(repeated)]).toEqual([
    422,
    {
      "match.4": `Birth Certificate Pin is chosen for the column ‘Bus route’ too. ${another}`,
      "match.5": `Birth Certificate Pin is chosen for the column ‘Paper’ too. ${another}`,
    },
  ]);
  expect(await fingerprint()).toEqual(before);

  const right = { Paper: "birth_certificate_pin", "Bus route": "-" };
  await acted(importId, { intent: "match", ...matchOf(first, right) });

  const judged = await shown(importId);
  expect(wordsOf(judged)).toEqual([
    [3, "created", "Hinds, Keziah", "Born 3 Jul 2019, PIN X201907030871"],
    [4, "created", "Villafaña, Amara", "Born 25 Mar 2019, PIN X201903250119"],
  ]);
  const file = await fileOf(importId);
  expect(existsSync(getLocalPath(file))).toBe(true);
  await acted(importId, { intent: "import", version: "2" });
  expect([(await shown(importId)).state, await fileOf(importId), existsSync(getLocalPath(file))]).toEqual([
    "imported",
    "",
    false,
  ]);
  await acted(importId, { intent: "undo" });
  expect(await fingerprint()).toEqual(before);
});

async function fileOf(importId: string): Promise<string> {
  const found = await queryRow<{ file: string | null }>(
    "select file from imports where import_id = $1 order by import_id",
    [importId],
    noTransaction,
  );
  return found?.file ?? "";
}

test("the matches are remembered for a file with the same headings in another order, and no other", async () => {
  const same = "Bus route,Paper,M/F,DOB,Given,Surname\nArima,Z1,F,1/2/2019,A,B";
  const other = "Paper,Given,Surname\nZ1,A,B";

  expect(matchedBy(await shown(await sent(same)))?.slice(0, 2)).toEqual([
    ["Bus route", "-", "earlier"],
    ["Paper", "birth_certificate_pin", "earlier"],
  ]);
  expect(matchedBy(await shown(await sent(other)))?.[0]).toEqual(["Paper", "", null]);
  const kept = await queryRows(
    "select kind, fields ->> 'paper' as paper from import_matches order by 1",
    [],
    noTransaction,
  );
  expect(kept).toEqual([{ kind: "students", paper: "birth_certificate_pin" }]);
});

test("the matches that were not used for longest are forgotten", async () => {
  await transaction({ system: "test" }, (t) =>
    runQuery(
      `insert into import_matches (kind, shape, fields, used_at)
       select 'students', lpad(day::text, 64, '0'), '{}', now() - day * interval '1 day'
         from generate_series(1, 120) as day`,
      {},
      t,
    ),
  );
  const importId = await sent("Sur,Given,Zpin\nHinds,Keziah,881");

  const fields = { Sur: "last_name", Zpin: "birth_certificate_pin" };
  await acted(importId, { intent: "match", ...matchOf(await shown(importId), fields) });

  const kept = await queryRows(
    `select count(*)::int as count, bool_or(shape = lpad('1', 64, '0')) as newest,
            bool_or(shape = lpad('120', 64, '0')) as oldest, bool_or(fields ? 'zpin') as own
       from import_matches where kind = 'students' order by 1`,
    [],
    noTransaction,
  );
  expect(kept).toEqual([{ count: 100, newest: true, oldest: false, own: true }]);
});

test("each decision can be changed, and the file is read again with it", async () => {
  const importId = await sent("Surname;Given;PIN;DOB\nHinds;Keziah;771;3/7/2019\nAli;Amara;772;4/8/2019");
  const first = await shown(importId, "?change=dates");
  expect([first.matching?.change, decisionOf(first, "dates")?.value]).toEqual(["dates", "day-first"]);

  const changes = { Surname: "other_name" };
  const wrong = { intent: "reread", "choice.dates": "year-first", ...matchOf(first, changes) };
  expect(readFormErrors(await acted(importId, wrong))).toEqual({
    "choice.dates": "Choose an entry from the list.",
  });
  await acted(importId, { ...wrong, "choice.dates": "month-first" });

  const second = await shown(importId);
  expect([second.state, decisionOf(second, "dates")?.evidence]).toEqual([
    "matching",
    "You chose this. 3/7/2019 in row 2 is 7 Mar 2019.",
  ]);
  expect(matchedBy(second)?.[0]).toEqual(["Surname", "other_name", "you"]);
  const stale = await acted(importId, { ...wrong, "choice.dates": "day-first" });
  expect([stale.status, stale.location]).toEqual([302, `/app/students/import/${importId}?step=columns`]);
  expect(matchedBy(await shown(importId))).toEqual(matchedBy(second));
  // The button of the columns does not pass over a choice that was changed beside it.
  await acted(importId, { intent: "match", "choice.separator": ",", ...matchOf(second) });
  const third = await shown(importId);
  expect(third.matching?.columns.map(({ heading }) => heading)).toEqual(["Surname;Given;PIN;DOB"]);
  await acted(importId, { intent: "reread", "choice.separator": ";", ...matchOf(third) });
  const fourth = await shown(importId);
  await acted(importId, { intent: "match", ...matchOf(fourth, { Surname: "last_name" }) });
  expect(wordsOf(await shown(importId)).map((words) => words.at(-1))).toEqual([
    "Born 7 Mar 2019, PIN 771",
    "Born 8 Apr 2019, PIN 772",
  ]);
});

test("a file of our own headings is judged at once, says how it was read, and leads back", async () => {
  const sheet = utils.aoa_to_sheet([
    ["First Name", "Last Name", "Birth Certificate Pin"],
    ["Zoë", "Hinds", "881"],
    ["Hidden", "Ali", "882"],
  ]);
  sheet["!rows"] = [{}, {}, { hidden: true }];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Intake");
  utils.book_append_sheet(book, utils.aoa_to_sheet([["nothing"]]), "Fees");
  const importId = await sent(
    write(book, { type: "buffer", bookType: "xlsx", cellStyles: true }) as Buffer,
    "a.xlsx",
  );

  const judged = await shown(importId);
  expect([judged.state, judged.matching?.isOpen, judged.counts.created]).toEqual(["judged", false, 2]);
  expect(decisionOf(judged, "sheet")?.decided).toBe("Intake");
  expect(decisionOf(judged, "hidden")).toMatchObject({
    decided: "1 row, read as well",
    evidence: "Row 3 is hidden in the file.",
  });

  const back = await shown(importId, "?step=columns");
  expect(back.matching?.isOpen).toBe(true);
  await acted(importId, { intent: "reread", "choice.hidden": "left-out", ...matchOf(back) });
  const reread = await shown(importId);
  expect([reread.state, reread.counts.all]).toEqual(["matching", 0]);
  await acted(importId, { intent: "match", ...matchOf(reread) });
  expect(wordsOf(await shown(importId))).toEqual([[2, "created", "Hinds, Zoë", "PIN 881"]]);

  const again = await shown(importId);
  await acted(importId, { intent: "reread", "choice.sheet": "Fees", ...matchOf(again) });
  const failed = await shown(importId);
  expect([failed.state, decisionOf(failed, "sheet")?.decided]).toEqual(["matching", "Intake"]);
  expect(failed.failure).toMatch(
    /^The file cannot be read with this choice, so the earlier choice stays\. The file has no rows/,
  );
});

test("a chosen row of headings does not outlive the separator that it was chosen with", async () => {
  const importId = await sent("Intake;2026\nSurname;Given;PIN\nHinds;Keziah;321\nAli;Amara;322");
  const first = await shown(importId);
  await acted(importId, { intent: "reread", "choice.headings": "1", ...matchOf(first) });
  const second = await shown(importId);
  expect(decisionOf(second, "headings")).toMatchObject({ value: "1", evidence: "You chose this." });

  await acted(importId, { intent: "reread", "choice.separator": ",", ...matchOf(second) });
  const third = await shown(importId);
  await acted(importId, { intent: "reread", "choice.separator": ";", ...matchOf(third) });

  expect(decisionOf(await shown(importId), "headings")?.value).toBe("2");
});

test("a dry run that a colleague made anew with as many rows is not imported unseen", async () => {
  const importId = await sent("Surname;Given;PIN;DOB\nHinds;Keziah;331;3/7/2019\nAli;Amara;332;4/8/2019");
  await acted(importId, { intent: "match", ...matchOf(await shown(importId)) });
  const seen = await shown(importId);
  const reading = String(seen.matching?.version);
  await acted(importId, { intent: "reread", "choice.dates": "month-first", ...matchOf(seen) });
  await acted(importId, { intent: "match", ...matchOf(await shown(importId)) });
  const before = await fingerprint();

  const answer = await acted(importId, { intent: "import", version: "2", reading });

  expect([answer.status, readFormErrors(answer)]).toEqual([
    409,
    { "": expect.stringContaining("Somebody changed how this file is read") as string },
  ]);
  const present = await shown(importId);
  expect([present.state, present.counts.created, await fingerprint()]).toEqual(["judged", 2, before]);
  await acted(importId, { intent: "import", version: "2", reading: String(present.matching?.version) });
  expect((await shown(importId)).state).toBe("imported");
  await acted(importId, { intent: "undo" });
});

test("an import that can no longer be undone keeps no file", async () => {
  const importId = await sent("First Name,Last Name,Birth Certificate Pin\nOdd,File,221");
  const file = await fileOf(importId);
  await transaction({ system: "test" }, (t) =>
    runQuery(
      "update imports set state = 'imported', imported_at = now() - interval '2 days' where import_id = $1",
      [importId],
      t,
    ),
  );

  await tidyOldImports();

  expect([file === "", await fileOf(importId)]).toEqual([false, ""]);
});

test("nobody without the records of students changes the match", async () => {
  const importId = await sent("Surname;Given;PIN\nHinds;Keziah;991");
  const fields = { intent: "match", ...matchOf(await shown(importId)) };

  const answer = await acted(importId, fields, await createTeacher());

  expect([answer.status, (await shown(importId)).state]).toEqual([403, "matching"]);
});

test("the file is read once for its columns and its dry run", async () => {
  const importId = await sent("Surname;Given;PIN;Born\nHinds;Keziah;661;3/7/2019\nAli;Zoë;662;13/4/2019");
  await rm(getLocalPath(await fileOf(importId)));

  const fields = matchOf(await shown(importId), { Born: "date_of_birth" });
  await acted(importId, { intent: "match", ...fields });

  const judged = await shown(importId);
  expect(wordsOf(judged).map((words) => words.at(-1))).toEqual([
    "Born 3 Jul 2019, PIN 661",
    "Born 13 Apr 2019, PIN 662",
  ]);
  expect(decisionOf(judged, "dates")?.evidence).toBe(
    "Row 3 has 13/4/2019, so 3/7/2019 in row 2 is 3 Jul 2019.",
  );
});

test("a row of a person in place of the headings is not remembered", async () => {
  const importId = await sent("Hinds;Keziah;551\nAli;Amara;552");
  const first = await shown(importId);
  expect(first.matching?.isRemembered).toBe(false);

  const fields = { Hinds: "last_name", Keziah: "first_name", "551": "birth_certificate_pin" };
  await acted(importId, { intent: "match", ...matchOf(first, fields) });

  expect(wordsOf(await shown(importId))).toEqual([[2, "created", "Ali, Amara", "PIN 552"]]);
  const found = await queryRows(
    "select 1 as one from import_matches where fields ? 'hinds' order by 1",
    [],
    noTransaction,
  );
  expect(found).toEqual([]);
});

test("fields, choices and imports that the page does not offer are passed over or refused", async () => {
  const importId = await sent("Surname;Given;PIN\nHinds;Keziah;441");
  const fields = matchOf(await shown(importId));
  const forged = { "match.0": "student_status_id", "match.99": "last_name", "choice.path": "/etc/passwd" };

  const answer = await acted(importId, { intent: "match", ...fields, ...forged });
  expect(readFormErrors(answer)[""]).toMatch(/^No column is matched with Last Name\./);
  const params = { importId };
  const asEmployees = await callRoute(
    actOnEmployees,
    postForm(`/app/employees/import/${importId}`, { intent: "match", ...fields }, await createAdmin()),
    params,
  );
  expect([asEmployees.status, (await shown(importId)).state]).toEqual([404, "matching"]);
});
