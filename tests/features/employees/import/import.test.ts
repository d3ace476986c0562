import { expect, test } from "vitest";
import { today } from "#runtime/clock.ts";
import { action as act, loader as show } from "../../../../app/routes/employees/import/import.tsx";
import { action as send, loader as start } from "../../../../app/routes/employees/import/start.tsx";
import { loader as filesOfImport } from "../../../../app/routes/employees/import/files.tsx";
import { action as actOnStudents } from "../../../../app/routes/students/import/import.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { ImportRowView, ImportView } from "#features/imports/imports.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { callRoute, CONTEXT, getRequest, postFile, postForm, type Visitor } from "#tests/support/request.ts";
import { fingerprint, workOnImport } from "../../students/import/import-scenario.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk({ userName: "clerk" });
const principal = await createPrincipal({ userName: "head" });
const teacher = await createTeacher({ userName: "k.hinds", firstName: "Kiara", lastName: "Hinds" });

const HEAD = "Employee ID,User Name,First Name,Last Name,Gender,Date of Birth,Department,Substantive Post";
const PLACE = "/app/employees/import";
const TABLES = ["employees", "accounts", "account_permissions", "employee_employment"];

async function sent(text: string | Uint8Array, name = "staff.csv"): Promise<string> {
  const form = new FormData();
  form.set("file", new File([typeof text === "string" ? text : new Uint8Array(text)], name));
  const answer = await callRoute(send, postFile(PLACE, form, clerk));
  expect(answer.location).toMatch(/^\/app\/employees\/import\/[0-9a-f-]{36}$/);
  const importId = String(answer.location?.split("/").at(-1));
  await workOnImport({ importId });
  return importId;
}

async function shown(importId: string): Promise<ImportView> {
  const answer = await callRoute(show, getRequest(`${PLACE}/${importId}`, clerk), { importId });
  expect(answer.status).toBe(200);
  return answer.body as ImportView;
}

async function acted(importId: string, fields: Record<string, string>): Promise<ImportView> {
  await callRoute(act, postForm(`${PLACE}/${importId}`, fields, clerk), { importId });
  await workOnImport({ importId });
  return shown(importId);
}

async function imported(importId: string): Promise<ImportView> {
  const { counts } = await shown(importId);
  return acted(importId, { intent: "import", version: String(counts.created + counts.changed) });
}

const said = ({ row: place, outcome, lines }: ImportRowView) => [
  place,
  outcome,
  ...lines.map((line) => {
    if (line.say === "change") return `${line.title}: ${line.from} to ${line.to}`;
    return line.say === "refused" ? `${line.title}: ${line.reason}` : line.words;
  }),
];

test("a file of employees is judged row by row, imported as a whole, and undone to what was there", async () => {
  const before = await fingerprint(TABLES);
  const importId = await sent(
    [
      HEAD,
      `${teacher.employeeId},,Kiara,Hinds,,,Mathematics,Teacher II (Secondary)`,
      ",,Akilah,George,female,3/2/1990,Science,",
      ",,Anya,George,,,,",
      ",clerk,Carla,Cole,,,,",
      ",HEAD,Other,Name,,,Office,",
      ",,Kiara,Hinds,,,,",
      "99999,,No,Body,,,,",
      ",,,Nameless,,31/02/1990,,",
      ",a b,Bad,Name,,,,Astronaut",
      `,,Too,Young,,${today("America/Port_of_Spain")},,`,
    ].join("\r\n"),
  );

  const judged = await shown(importId);
  expect(judged.rows.map(said)).toEqual([
    [2, "changed", "Department: blank to Mathematics", "Substantive Post: blank to Teacher II (Secondary)"],
    [3, "created", "Username a.george"],
    [4, "created", "Username a.george2"],
    [5, "changed", expect.stringMatching(/^First Name: .* to Carla$/), expect.stringMatching(/to Cole$/)],
    [6, "refused", expect.stringContaining("administrator or the principal")],
    [7, "choose", "Same name as k.hinds, who works here"],
    [8, "refused", "Employee ID: no employee has this ID; leave the cell empty to add an employee"],
    [
      9,
      "refused",
      "First Name: Required",
      expect.stringMatching(/Date of Birth: There is no .* Enter a date, like 7 September 2026/),
    ],
    [
      10,
      "refused",
      expect.stringContaining("Substantive Post: choose a post"),
      expect.stringContaining("User Name:"),
    ],
    [11, "refused", expect.stringContaining("Date of Birth: Enter a date between 1 Jan 1950 and")],
  ]);
  expect(await fingerprint(TABLES)).toEqual(before);

  await acted(importId, { intent: "choose", row: "7", choice: "another" });
  const done = await imported(importId);

  expect([done.state, done.failure]).toEqual(["imported", ""]);
  const made = await queryRows(
    `select a.user_name, a.password_reset, e.gender, m.department,
            array(select user_permission_id::integer from account_permissions p where p.account_id = a.account_id order by 1) as may
       from employees e join accounts a using (employee_id) left join employee_employment m using (employee_id)
      where e.employee_id > $1 order by e.employee_id`,
    [teacher.employeeId],
    noTransaction,
  );
  const is = { password_reset: true, may: [1, 2, 3] };
  expect(made).toEqual([
    { ...is, user_name: "a.george", gender: "F", department: "Science" },
    { ...is, user_name: "a.george2", gender: null, department: null },
    { ...is, user_name: "k.hinds2", gender: null, department: null },
  ]);

  const undone = await acted(importId, { intent: "undo" });

  expect([undone.state, undone.failure]).toEqual(["undone", ""]);
  expect(await fingerprint(TABLES)).toEqual(before);
});

test("rows of one file that clash on a user name, or are of one employee, are refused where they are", async () => {
  const before = await fingerprint(TABLES);
  const importId = await sent(
    [
      HEAD,
      ",,Zoe,Alexis,,,,",
      ",z.alexis,Zack,Alexis,,,,",
      ",same.name,Yves,Best,,,,",
      ",Same.Name,Yann,Best,,,,",
      ",,Zena,Alexis,,,,",
      `${teacher.employeeId},,,,,,Science,`,
      ",K.Hinds,,,,,Music,",
    ].join("\n"),
  );

  const judged = await shown(importId);
  expect(judged.rows.map(said)).toEqual([
    [2, "created", "Username z.alexis2"],
    [3, "created", "Username z.alexis"],
    [4, "refused", "User Name: also in row 5"],
    [5, "refused", "User Name: also in row 4"],
    [6, "created", "Username z.alexis3"],
    [7, "refused", "Employee ID: row 8 is also for this employee"],
    [8, "refused", "Employee ID: row 7 is also for this employee"],
  ]);
  expect(await fingerprint(TABLES)).toEqual(before);
  const done = await imported(importId);
  expect([done.state, done.failure]).toEqual(["imported", ""]);
  await acted(importId, { intent: "undo" });

  expect(await fingerprint(TABLES)).toEqual(before);
  expect(await events(4)).toEqual([
    { kind: "import-undone", detail: "3 employees: 3 created, 0 changed", ...BY_CLERK },
    { kind: "imported", detail: "3 employees: 3 created, 0 changed", ...BY_CLERK },
    { kind: "employee-added", detail: "z.alexis3", ...BY_CLERK },
    { kind: "employee-added", detail: "z.alexis", ...BY_CLERK },
  ]);
});

test("a user name that only resembles somebody's is of nobody here, and no user name", async () => {
  const importId = await sent([HEAD, ",\u212a.hinds,,,,,Music,", ",cler\u212a,Una,Ali,,,,"].join("\n"));

  const { rows: judged } = await shown(importId);

  expect(judged.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, "refused"],
    [3, "refused"],
  ]);
  expect(judged.map(({ lines }) => JSON.stringify(lines))).toEqual([
    expect.stringContaining("k.hinds cannot be changed by an import"),
    expect.stringContaining("clerk cannot be changed by an import"),
  ]);
});

test("a user name that somebody takes after the dry run is no half import", async () => {
  const importId = await sent([HEAD, ",,Uma,Dass,,,,", ",u.dass2,Una,Other,,,,"].join("\n"));
  await createTeacher({ userName: "U.Dass" });
  const before = await fingerprint(TABLES);

  const kept = await imported(importId);

  expect([kept.state, kept.failure]).toEqual(["judged", expect.stringContaining("nothing was imported")]);
  expect(await fingerprint(TABLES)).toEqual(before);
});

test("a row of somebody who may be here is not said to be whom another row is of", async () => {
  const importId = await sent([HEAD, `${teacher.employeeId},,,,,,Art,`, ",,Kiara,Hinds,,,Drama,"].join("\n"));

  const kept = await acted(importId, { intent: "choose", row: "3", choice: String(teacher.employeeId) });

  expect(kept.rows.map(({ outcome }) => outcome)).toEqual(["changed", "choose"]);
});

const BY_CLERK = { account_id: clerk.accountId, address: "127.0.0.1" };

function events(count: number) {
  return queryRows(
    "select kind, detail, account_id, address from security_events order by event_id desc limit $1",
    [count],
    noTransaction,
  );
}

test("what was added since stands against undoing, and is named", async () => {
  const importId = await sent([HEAD, ",,Later,Changed,,,,"].join("\n"));
  await imported(importId);
  await transaction(TEST, (t) =>
    runQuery(
      "update accounts set password_reset = false, one_time_until = null where user_name = 'l.changed'",
      [],
      t,
    ),
  );

  const kept = await acted(importId, { intent: "undo" });

  expect(kept.state).toBe("imported");
  expect(kept.failure).toBe(
    "This import cannot be undone. Changed or added since the import: Later Changed (1 account).",
  );
});

test("the rights that a file would give are no column of it", async () => {
  const found = await shown(await sent(`${HEAD},Permissions\n,,A,B,,,,,9`));

  const column = found.matching?.columns.find(({ heading }) => heading === "Permissions");
  expect([found.state, column?.field]).toEqual(["matching", ""]);
  expect(found.matching?.fields.filter(({ label }) => /permission|right/i.test(label))).toEqual([]);
});

async function download(
  loader: (args: never) => Promise<Response>,
  path: string,
  params = {},
  visitor: Visitor = clerk,
) {
  return loader({ request: getRequest(path, visitor), params, context: CONTEXT } as never);
}

test.each(["xlsx", "csv"])(
  "an export as %s is read again as it is, the principal's record too",
  async (format) => {
    const file = await download(filesOfImport, `/app/employees/export?format=${format}`);

    const again = await shown(await sent(new Uint8Array(await file.arrayBuffer()), `Employees.${format}`));

    expect(again.counts.all).toBeGreaterThan(2);
    expect(again.counts.unchanged).toBe(again.counts.all);
  },
);

test("an export is the list as it is searched and sorted, and is noted with how many it named", async () => {
  for (const lastName of ["Quamina", "Quarless", "Quammie"])
    await createTeacher({ firstName: "Q", lastName });
  const found = async (query: string, visitor: Visitor = clerk) => {
    const file = await download(filesOfImport, `/app/employees/export?format=csv&${query}`, {}, visitor);
    return (await file.text())
      .split("\r\n")
      .slice(1, -1)
      .flatMap((line) => /Qua[a-z]+/.exec(line) ?? []);
  };

  expect(await found("search=q+qua&page=2&rows=10")).toEqual(["Quamina", "Quammie", "Quarless"]);
  expect(await found("search=qua&sort=-last")).toEqual(["Quarless", "Quammie", "Quamina"]);
  expect(await found("search=qua&status=left")).toHaveLength(3);
  expect(await events(1)).toEqual([{ kind: "exported", detail: "Employees.csv, 3 rows", ...BY_CLERK }]);
});

test("the template has the columns, and refused rows come back with why", async () => {
  const columns = await download(filesOfImport, `${PLACE}/template/csv`, { format: "csv" });
  const importId = await sent([HEAD, ",,,Nameless,,,,"].join("\n"));
  const refused = await download(filesOfImport, `${PLACE}/${importId}/refused`, { importId });

  expect(await columns.text()).toContain('"Employee ID","User Name","Title","First Name"');
  expect(await refused.text()).toContain('"Nameless","First Name: Required"');
});

test("who does not manage employees reaches no import, and no import by the other's address", async () => {
  const importId = await sent([HEAD, ",,Some,Body,,,,"].join("\n"));
  const fields = { intent: "import", version: "1" };
  const request = (visitor: Visitor) => [
    callRoute(show, getRequest(`${PLACE}/${importId}`, visitor), { importId }),
    callRoute(start, getRequest(PLACE, visitor)),
    callRoute(act, postForm(`${PLACE}/${importId}`, fields, visitor), { importId }),
  ];

  const statuses = async (visitor: Visitor) =>
    (await Promise.all(request(visitor))).map(({ status }) => status);
  expect(await statuses(teacher)).toEqual([403, 403, 403]);
  expect(await statuses(principal)).toEqual([403, 403, 403]);
  expect(await statuses(null)).toEqual([302, 302, 302]);
  expect((await download(filesOfImport, `${PLACE}/${importId}/refused`, { importId }, teacher)).status).toBe(
    403,
  );
  expect((await download(filesOfImport, "/app/employees/export", {}, teacher)).status).toBe(403);
  const other = postForm(`/app/students/import/${importId}`, fields, clerk);
  expect((await callRoute(actOnStudents, other, { importId })).status).toBe(404);
  expect((await shown(importId)).state).toBe("judged");
});
