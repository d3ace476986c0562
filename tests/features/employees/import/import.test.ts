import { expect, test } from "vitest";
import { action as act, loader as show } from "../../../../app/routes/employees/import/import.tsx";
import { action as send, loader as start } from "../../../../app/routes/employees/import/start.tsx";
import { loader as exportList } from "../../../../app/routes/employees/import/export.tsx";
import { loader as refusedRows } from "../../../../app/routes/employees/import/refused.tsx";
import { loader as template } from "../../../../app/routes/employees/import/template.tsx";
import { action as actOnStudents } from "../../../../app/routes/students/import/import.tsx";
import { noTransaction, rows, run, transaction } from "#db/index.ts";
import type { ShownImport, ShownRow } from "#features/imports/imports.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { call, CONTEXT, get, postFile, postForm, type Visitor } from "#tests/support/request.ts";
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
  const answer = await call(send, postFile(PLACE, form, clerk));
  expect(answer.location).toMatch(/^\/app\/employees\/import\/[0-9a-f-]{36}$/);
  const importId = String(answer.location?.split("/").at(-1));
  await workOnImport({ importId });
  return importId;
}

async function shown(importId: string): Promise<ShownImport> {
  const answer = await call(show, get(`${PLACE}/${importId}`, clerk), { importId });
  expect(answer.status).toBe(200);
  return answer.body as ShownImport;
}

async function acted(importId: string, fields: Record<string, string>): Promise<ShownImport> {
  await call(act, postForm(`${PLACE}/${importId}`, fields, clerk), { importId });
  await workOnImport({ importId });
  return shown(importId);
}

async function imported(importId: string): Promise<ShownImport> {
  const { counts } = await shown(importId);
  return acted(importId, { intent: "import", count: String(counts.created + counts.changed) });
}

const said = ({ row: place, outcome, lines }: ShownRow) => [
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
    ].join("\r\n"),
  );

  const judged = await shown(importId);
  expect(judged.rows.map(said)).toEqual([
    [2, "changed", "Department: blank to Mathematics", "Substantive Post: blank to Teacher II (Secondary)"],
    [3, "created", "User name a.george"],
    [4, "created", "User name a.george2"],
    [5, "changed", expect.stringMatching(/^First Name: .* to Carla$/), expect.stringMatching(/to Cole$/)],
    [6, "refused", expect.stringContaining("administrator or of the principal")],
    [7, "choose", "Same name as k.hinds, who works here"],
    [8, "refused", "Employee ID: nobody has it: left empty, it adds an employee"],
    [9, "refused", "First Name: Required", expect.stringContaining("Date of Birth: there is no such day")],
    [
      10,
      "refused",
      expect.stringContaining("Substantive Post: not a post"),
      expect.stringContaining("User Name:"),
    ],
  ]);
  expect(await fingerprint(TABLES)).toEqual(before);

  await acted(importId, { intent: "choose", row: "7", choice: "another" });
  const done = await imported(importId);

  expect([done.state, done.failure]).toEqual(["imported", ""]);
  const made = await rows(
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

test("what was added since stands against undoing, and is named", async () => {
  const importId = await sent([HEAD, ",,Later,Changed,,,,"].join("\n"));
  await imported(importId);
  await transaction(TEST, (t) =>
    run(
      "update accounts set password_reset = false, one_time_until = null where user_name = 'l.changed'",
      [],
      t,
    ),
  );

  const kept = await acted(importId, { intent: "undo" });

  expect(kept.state).toBe("imported");
  expect(kept.failure).toBe("It cannot be undone. Changed or added since: Later Changed (1 account).");
});

test("the rights that a file would give are no column of it", async () => {
  const found = await shown(await sent(`${HEAD},Permissions\n,,A,B,,,,,9`));

  expect([found.state, found.failure]).toEqual([
    "refused",
    expect.stringContaining("‘Permissions’ is no column"),
  ]);
});

async function download(
  loader: (args: never) => Promise<Response>,
  path: string,
  params = {},
  visitor: Visitor = clerk,
) {
  return loader({ request: get(path, visitor), params, context: CONTEXT } as never);
}

test.each(["xlsx", "csv"])(
  "an export as %s is read again as it is, the principal's record too",
  async (format) => {
    const file = await download(exportList, `/app/employees/export?format=${format}`);

    const again = await shown(await sent(new Uint8Array(await file.arrayBuffer()), `Employees.${format}`));

    expect(again.counts.all).toBeGreaterThan(2);
    expect(again.counts.unchanged).toBe(again.counts.all);
  },
);

test("the template has the columns, and refused rows come back with why", async () => {
  const columns = await download(template, `${PLACE}/template/csv`, { format: "csv" });
  const importId = await sent([HEAD, ",,,Nameless,,,,"].join("\n"));
  const refused = await download(refusedRows, `${PLACE}/${importId}/refused`, { importId });

  expect(await columns.text()).toContain('"Employee ID","User Name","Title","First Name"');
  expect(await refused.text()).toContain('"Nameless","First Name: Required"');
});

test("who does not manage employees reaches no import, and no import by the other's address", async () => {
  const importId = await sent([HEAD, ",,Some,Body,,,,"].join("\n"));
  const fields = { intent: "import", count: "1" };
  const asked = (visitor: Visitor) => [
    call(show, get(`${PLACE}/${importId}`, visitor), { importId }),
    call(start, get(PLACE, visitor)),
    call(act, postForm(`${PLACE}/${importId}`, fields, visitor), { importId }),
  ];

  const statuses = async (visitor: Visitor) =>
    (await Promise.all(asked(visitor))).map(({ status }) => status);
  expect(await statuses(teacher)).toEqual([403, 403, 403]);
  expect(await statuses(principal)).toEqual([403, 403, 403]);
  expect(await statuses(null)).toEqual([302, 302, 302]);
  expect((await download(refusedRows, `${PLACE}/${importId}/refused`, { importId }, teacher)).status).toBe(
    403,
  );
  expect((await download(exportList, "/app/employees/export", {}, teacher)).status).toBe(403);
  const other = postForm(`/app/students/import/${importId}`, fields, clerk);
  expect((await call(actOnStudents, other, { importId })).status).toBe(404);
  expect((await shown(importId)).state).toBe("judged");
});
