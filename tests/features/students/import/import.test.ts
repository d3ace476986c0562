import { read, write, type BookType } from "@e965/xlsx";
import iconv from "iconv-lite";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { action as act, loader as show } from "../../../../app/routes/students/import/import.tsx";
import { action as send, loader as start } from "../../../../app/routes/students/import/start.tsx";
import { loader as filesOfImport } from "../../../../app/routes/students/import/files.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import type { ImportRowView, ImportView, ListedImportView } from "#features/imports/imports.server.ts";
import { getLocalPath } from "#files/store.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import {
  callRoute,
  CONTEXT,
  readFormErrors,
  getRequest,
  postFile,
  postForm,
  readFormValues,
  type Visitor,
} from "#tests/support/request.ts";
import { fingerprint, workOnImport } from "./import-scenario.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const admin = await createAdmin();
const formTeacher = await createFormTeacher({ lastName: "Mohammed" });
const std1 = await createClass({ formClassId: "Std 1", formTeacher });
const std2 = await createClass({ formClassId: "Std 2" });
const [kiara, rayhaan] = (await createStudents(std1, [
  { firstName: "Kiara", lastName: "Hinds", studentId: "SR-30001" },
  { firstName: "Rayhaan", lastName: "Ali", studentId: "SR-30002" },
])) as [Student, Student];

const HEAD = "Student ID,First Name,Last Name,Birth Certificate Pin,Date of Birth,Class,Phone (Mobile)";

async function sent(
  text: string | Uint8Array,
  name = "intake.csv",
  visitor: Visitor = clerk,
): Promise<string> {
  const form = new FormData();
  form.set("file", new File([typeof text === "string" ? text : new Uint8Array(text)], name));
  const answer = await callRoute(send, postFile("/app/students/import", form, visitor));
  expect(answer.status).toBe(302);
  const importId = String(answer.location?.split("/").at(-1));
  await workOnImport({ importId });
  return importId;
}

async function shown(importId: string, query = ""): Promise<ImportView> {
  const answer = await callRoute(show, getRequest(`/app/students/import/${importId}${query}`, clerk), {
    importId,
  });
  expect(answer.status).toBe(200);
  return answer.body as ImportView;
}

async function acted(importId: string, fields: Record<string, string>, visitor: Visitor = clerk) {
  const answer = await callRoute(act, postForm(`/app/students/import/${importId}`, fields, visitor), {
    importId,
  });
  await workOnImport({ importId });
  return answer;
}

async function imported(importId: string) {
  const { counts } = await shown(importId);
  await acted(importId, { intent: "import", version: String(counts.created + counts.changed) });
  return shown(importId);
}

/** Downloads a file as a browser does. */
async function download(
  loader: (args: never) => Promise<Response>,
  address: string,
  params: Record<string, string> = {},
) {
  const answer = await loader({ request: getRequest(address, clerk), params, context: CONTEXT } as never);
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

const said = ({ row: place, outcome, lines }: ImportRowView) => [
  place,
  outcome,
  ...lines.map((line) => {
    if (line.say === "change") return `${line.title}: ${line.from} to ${line.to}`;
    return line.say === "refused" ? `${line.title}: ${line.reason}` : line.words;
  }),
];

test("a file is judged row by row, imported as a whole, and undone to what was there", async () => {
  const before = await fingerprint();
  const importId = await sent(
    [
      HEAD,
      "SR-30001,Kiara,Hinds,,,Std 2,868 555-0139",
      ",Farah,Abdool,201902033317,3/2/2019,Std 1,",
      ",Keron,Ottley,201907210048,21 Jul 2019,Std 7,555-12",
      ",Rayhaan,Ali,999,2016-05-04,Std 1,",
      ",,Nameless,201907210049,31/02/2019,,",
      "SR-30002,Rayhaan,Ali,,,,",
      ",One,Same,4711,,,",
      ",Other,Same,4711,,,",
    ].join("\r\n"),
  );

  const judged = await shown(importId);
  expect(judged.state).toBe("judged");
  expect(judged.rows.map(said)).toEqual([
    [2, "changed", "Class in 2025-2026: Std 1 to Std 2", "Phone (Mobile): blank to 555 0139"],
    [3, "created", "Born 3 Feb 2019, PIN 201902033317", "Goes to Std 1 in 2025-2026"],
    [
      4,
      "refused",
      "Class: there is no class ‘Std 7’ in 2025-2026",
      "Phone (Mobile): 7 Digits Needed, ‘555-12’",
    ],
    [5, "choose", "May be SR-30002, Std 1: same name and date of birth"],
    [
      6,
      "refused",
      "First Name: Required",
      "Date of Birth: There is no 31 February. Enter a date, like 7 September 2026, ‘31/02/2019’",
    ],
    [7, "unchanged", "No changes"],
    [8, "refused", "Birth Certificate Pin: also in row 9"],
    [9, "refused", "Birth Certificate Pin: also in row 8"],
  ]);
  expect(judged.counts).toMatchObject({ all: 8, created: 1, changed: 1, choose: 1, refused: 4 });
  expect((await shown(importId, "?show=refused")).rows.map(({ row: place }) => place)).toEqual([4, 6, 8, 9]);
  expect(await fingerprint()).toEqual(before);

  await acted(importId, { intent: "choose", row: "5", choice: "another" });
  const stale = await acted(importId, { intent: "import", version: "2" });
  expect([stale.status, (await shown(importId)).state]).toEqual([409, "judged"]);
  expect(readFormErrors(stale)).toEqual({
    "": expect.stringContaining("Somebody made a choice for a row") as string,
  });
  expect(readFormValues(stale)["version"]).toBe("3");
  const done = await imported(importId);

  expect([done.state, done.failure]).toEqual(["imported", ""]);
  const given = done.rows.filter(({ outcome }) => outcome === "created").map(({ publicId }) => publicId);
  expect(given).toEqual([expect.stringMatching(/^SR-\d{5}$/), expect.stringMatching(/^SR-\d{5}$/)]);
  const made = await queryRows<{ name: string; class_id: number; record: number | null }>(
    `select s.first_name || ' ' || s.last_name as name, r.class_id, d.term_record_id as record
       from students s join registrations r on r.student_key = s.id and r.academic_term_id = (select current_term_id from schools)
       left join term_records d on d.student_key = s.id and d.academic_term_id = r.academic_term_id
      where s.id > $1 or s.id = $2 order by s.id`,
    [rayhaan.id, kiara.id],
    noTransaction,
  );
  expect(made.map(({ name, class_id }) => [name, class_id])).toEqual([
    ["Kiara Hinds", std2.classId],
    ["Farah Abdool", std1.classId],
    ["Rayhaan Ali", std1.classId],
  ]);
  expect(made.every(({ record }) => record !== null)).toBe(true);

  await acted(importId, { intent: "undo" });

  expect((await shown(importId)).state).toBe("undone");
  expect(await fingerprint()).toEqual(before);
  const detail = "3 students: 2 created, 1 changed";
  expect(await events(2)).toEqual([
    { kind: "import-undone", detail, ...BY_CLERK },
    { kind: "imported", detail, ...BY_CLERK },
  ]);
});

const BY_CLERK = { account_id: clerk.accountId, address: "127.0.0.1" };

/** Lists the latest events first. */
function events(count: number) {
  return queryRows(
    "select kind, detail, account_id, address from security_events order by event_id desc limit $1",
    [count],
    noTransaction,
  );
}

test("two rows with one ID, and a row that would be whom another is of, are said; nothing of them is written", async () => {
  const importId = await sent(
    [
      HEAD,
      ",Rayhaan,Ali,999,2016-05-04,Std 2,",
      "SR-30002,,,,,,5550142",
      "SR-30001,,,,,,5550143",
      "sr-30001,,,,,,5550144",
      "SR-90001,New,One,4712,,,",
      "SR-90001,New,Two,4713,,,",
    ].join("\n"),
  );
  await acted(importId, { intent: "choose", row: "2", choice: "SR-30002" });

  const judged = await shown(importId);

  expect(judged.rows.map((row) => said(row))).toEqual([
    [2, "choose", expect.stringContaining("SR-30002")],
    [3, "changed", "Phone (Mobile): blank to 555 0142"],
    [4, "refused", "Student ID: also in row 5"],
    [5, "refused", "Student ID: also in row 4"],
    [6, "refused", "Student ID: also in row 7"],
    [7, "refused", "Student ID: also in row 6"],
  ]);
});

test("a row with the ID of one student and the names and PIN of another is refused", async () => {
  const importId = await sent(
    [HEAD, "SR-30001,Joy,Mohan,4799,,,5550142", "SR-30002,Rayhaan,Alli,4798,,,"].join("\n"),
  );

  expect((await shown(importId)).rows.map(said)).toEqual([
    [2, "refused", "Student ID: this is the ID of Hinds, Kiara, but neither the names nor the PIN match"],
    [3, "changed", "Last Name: Ali to Alli", expect.stringMatching(/^Birth Certificate Pin: .* to 4798$/)],
  ]);
});

test("of many rows that say the same pin five are named, and how many there are", async () => {
  const lines = Array.from({ length: 5_000 }, (_, n) => `First,Last${n},none`);
  const importId = await sent(["First Name,Last Name,Birth Certificate Pin", ...lines].join("\n"));

  const { state, counts, rows: judged } = await shown(importId);

  expect([state, counts.refused]).toEqual(["judged", 5_000]);
  expect(said(judged[0] as ImportRowView)).toEqual([
    2,
    "refused",
    "Birth Certificate Pin: also in rows 3, 4, 5, 6, 7 and 4,994 more",
  ]);
});

test("letters of Windows, numbers of Excel and what nobody sees are imported as people mean them", async () => {
  const text = [
    "First Name;Last Name;Birth Certificate Pin;Home Address;Phone (Mobile)",
    'Siobh\xe1n\xa0Mary;O\x92Brien;\'00123456789;"12 Long Road\nArouca";',
    "\x8cdith;Al\xadexis;2.01902E+11;;8.68555E+09",
    "Con\x81trol;Ali;4712;;",
    ";;;;",
  ].join("\r\n");

  const done = await imported(await sent(Buffer.from(text, "latin1")));

  expect(done.rows.map(said)).toEqual([
    [2, "created", "PIN 00123456789"],
    [
      3,
      "refused",
      expect.stringMatching(/^Birth Certificate Pin: Excel shortened this number: format the column as text/),
      expect.stringMatching(/^Phone \(Mobile\): Excel shortened this number/),
    ],
    [4, "refused", "First Name: a letter in this cell is damaged: enter the text again"],
  ]);
  const [child] = await queryRows(
    `select s.first_name, s.last_name, p.address_home
       from students s join student_personal p on p.student_key = s.id
      where s.birth_certificate_pin = '00123456789'`,
    [],
    noTransaction,
  );
  expect(child).toEqual({
    first_name: "Siobhán Mary",
    last_name: "O’Brien",
    address_home: "12 Long Road Arouca",
  });
});

test("a file that ended its worker three times is refused, and not read again", async () => {
  const importId = await waiting();
  await transaction(TEST, (t) =>
    runQuery("update imports set attempts = 3 where import_id = $1", [importId], t),
  );

  await workOnImport({ importId });

  expect(await shown(importId)).toMatchObject({
    state: "refused",
    failure: expect.stringContaining("stopped 3 times while reading it"),
  });
});

test("a file that is still being read can be thrown away, and is gone", async () => {
  const importId = await waiting();
  const [{ file } = { file: "" }] = await queryRows<{ file: string }>(
    "select file from imports where import_id = $1",
    [importId],
    noTransaction,
  );

  const answer = await acted(importId, { intent: "discard" });

  expect([answer.status, answer.location]).toEqual([302, "/app/students/import"]);
  const left = await queryRows(
    "select import_id as name from imports where import_id = $1 union all select file_name from files where file_name = $2",
    [importId, file],
    noTransaction,
  );
  expect([file === "", left, existsSync(getLocalPath(file))]).toEqual([false, [], false]);
});

async function waiting(): Promise<string> {
  const form = new FormData();
  form.set("file", new File([`${HEAD}\n,A,B,1,,,`], "intake.csv"));
  const answer = await callRoute(send, postFile("/app/students/import", form, clerk));
  return String(answer.location?.split("/").at(-1));
}

test("what was added since stands against undoing, and is named", async () => {
  const importId = await sent(
    [HEAD, ",Later,Changed,77001,,Std 1,", "SR-30001,Kiara,Hinds,,,,5550140"].join("\n"),
  );
  await imported(importId);
  await transaction(TEST, (t) =>
    runQuery("update students set other_name = 'Anne' where birth_certificate_pin = '77001'", [], t),
  );

  await acted(importId, { intent: "undo" });

  const kept = await shown(importId);
  expect(kept.state).toBe("imported");
  expect(kept.failure).toMatch(/cannot be undone.*Later Changed, .* \(General Info\)/);
});

test("nothing is imported where a row would do something else by now", async () => {
  const importId = await sent([HEAD, ",Stale,Row,88001,,,", "SR-30002,Rayhaan,Ali,,,,5550141"].join("\n"));
  await transaction(TEST, (t) =>
    runQuery("update students set birth_certificate_pin = '88001' where id = $1", [kiara.id], t),
  );

  const after = await imported(importId);

  expect([after.state, after.failure]).toEqual(["judged", expect.stringContaining("nothing was imported")]);
  expect(after.rows.map(({ outcome }) => outcome)).toEqual(["refused", "changed"]);
});

test.each([
  ["no row", HEAD, "The file has no rows below the column names"],
  ["a file of empty lines", "\n\n", "The file is empty"],
  ["a picture", "\u0089PNG\r\n\u001a\n\0\0\0", "not a spreadsheet"],
  [
    "headings alone",
    Array.from({ length: 150 }, (_, index) => `x${index}`).join(","),
    "The file has no rows below the column names",
  ],
  ["a million columns", `${HEAD}\n${"x,".repeat(1_000_000)}`, "a row does not end"],
  ["too many rows", `${HEAD}\n${",A,B,1,,,\n".repeat(100_000)}`, "more than 5,000 rows"],
])("%s is refused with why", async (_what, text, fault) => {
  const found = await shown(await sent(text));

  expect([found.state, found.counts.all]).toEqual(["refused", 0]);
  expect(found.failure).toContain(fault);
});

test.each([
  ["an empty file", new Uint8Array(), "The file is empty"],
  ["more than fits", Buffer.alloc(10 * 1024 * 1024 + 1, "a"), "larger than 10 MB"],
])("%s is not taken", async (_what, content, fault) => {
  const form = new FormData();
  form.set("file", new File([content], "intake.csv"));

  const answer = await callRoute(send, postFile("/app/students/import", form, clerk));

  expect([answer.status, readFormErrors(answer)]).toEqual([
    422,
    { file: expect.stringContaining(fault) as string },
  ]);
});

test("semicolons in Windows' letters, and a workbook with days of Excel, are read", async () => {
  const text = "First Name;Last Name;Birth Certificate Pin;Date of Birth\nRené;Villafaña;66001;20 Nov 2018";
  const sheet = await writeExcelFile([
    ["First Name", "Last Name", "Birth Certificate Pin", "Date of Birth"].map((value) => ({ value })),
    [
      { value: "Anika" },
      { value: "Baptiste" },
      { value: 201_902_033_318, type: Number },
      { value: new Date("2019-02-03T00:00:00Z"), type: Date, format: "dd/mm/yyyy" },
    ],
  ]).toBuffer();

  const [windows, workbook] = [
    await shown(await sent(Buffer.from(text, "latin1"))),
    await shown(await sent(sheet, "intake.xlsx")),
  ];

  expect(windows.rows.map((row) => [row.name, ...said(row)])).toEqual([
    ["Villafaña, René", 2, "created", "Born 20 Nov 2018, PIN 66001"],
  ]);
  expect(workbook.rows.map((row) => [row.name, ...said(row)])).toEqual([
    ["Baptiste, Anika", 2, "created", "Born 3 Feb 2019, PIN 201902033318"],
  ]);
});

/** Reads a spreadsheet and writes it as another kind, as a program does that opens and saves it. */
function resaved(bytes: Buffer, bookType: BookType): Buffer {
  return write(read(bytes, { raw: true }), { type: "buffer", bookType }) as Buffer;
}

const asText = (bytes: Buffer, separator: string) =>
  bytes.toString("utf8").replace("\uFEFF", "").replaceAll('","', `"${separator}"`);

test.each<[string, string, (bytes: Buffer) => Buffer]>([
  ["xlsx as it is", "xlsx", (bytes) => bytes],
  ["csv as it is", "csv", (bytes) => bytes],
  [
    "csv, saved with semicolons in the letters of Windows",
    "csv",
    (bytes) => iconv.encode(asText(bytes, ";"), "windows-1252"),
  ],
  [
    "csv, saved as Unicode text by Excel",
    "csv",
    (bytes) => Buffer.from(`\uFEFF${asText(bytes, "\t")}`, "utf16le"),
  ],
  [
    "csv, saved by a Macintosh",
    "csv",
    (bytes) => iconv.encode(asText(bytes, ",").replaceAll("\r\n", "\r"), "macintosh"),
  ],
  ["xlsx, saved by an old Excel", "xlsx", (bytes) => resaved(bytes, "biff8")],
  ["xlsx, saved as OpenDocument", "xlsx", (bytes) => resaved(bytes, "ods")],
])(
  "an export as %s is read again with no change, and nothing of it calculates",
  async (_how, format, saved) => {
    for (const [place, { id }] of (await dangerous()).entries()) {
      await transaction(TEST, (t) =>
        runQuery(
          `insert into student_personal (student_key, address_home) values ($1, $2)
     on conflict (student_key) do update set address_home = excluded.address_home`,
          [id, `${["=", "+", "-", "@", "'="][place]}12 Mangó "Trace"`],
          t,
        ),
      );
    }
    const file = await download(filesOfImport, `/app/students/export?search=hinds&format=${format}`);

    const again = await shown(await sent(saved(file.bytes), `Students.${format}`));

    expect(file.headers.get("Content-Disposition")).toContain(`Students.${format}`);
    expect(file.bytes.toString("latin1")).not.toMatch(/"[=+\-@]12/);
    expect(again.rows).toHaveLength(5);
    expect(again.counts.unchanged).toBe(5);
    const detail = `Students.${format}, 5 rows`;
    expect(await events(1)).toEqual([{ kind: "exported", detail, ...BY_CLERK }]);
  },
);

let hinds: Student[] = [];

async function dangerous(): Promise<Student[]> {
  if (hinds.length === 0) {
    const names = ["Anna", "Bert", "Carl", "Dora"].map((firstName) => ({ firstName, lastName: "Hinds" }));
    hinds = [kiara, ...(await createStudents(std1, names))];
  }
  return hinds;
}

test("a title over the names of the columns, merged into one cell, is seen and told", async () => {
  const text = (value: string) => ({ value, type: String });
  const names = ["First Name", "Last Name", "Birth Certificate Pin"].map(text);
  const title = [{ ...text("Intake of 2026"), columnSpan: 3 }, null, null];
  const sheet = await writeExcelFile([title, names, ["A", "B", "1"].map(text)]).toBuffer();

  const found = await shown(await sent(sheet, "intake.xlsx"));

  expect(found.rows.map(said)).toEqual([[3, "created", "PIN 1"]]);
  expect(found.matching?.decisions.find(({ name }) => name === "headings")).toMatchObject({
    decided: "Row 2",
    evidence:
      "3 of the 3 cells in this row are names of fields. The row above is not read: ‘Intake of 2026’.",
  });
});

test("refused rows are downloaded with why, mended and sent again", async () => {
  const importId = await sent(
    [
      HEAD,
      ",Mended,Later,55101,2019-02-03,Std 7,868 555-0139",
      ",Taken,Now,55102,,,",
      ",=cmd,Formula,55103,,,12",
    ].join("\n"),
  );

  const file = await download(filesOfImport, `/app/students/import/${importId}/refused`, { importId });
  const again = await shown(await sent(file.bytes));
  const mended = await shown(await sent(file.bytes.toString().replace("Std 7", "Std 1")));

  expect(file.headers.get("Content-Disposition")).toContain("Refused rows.csv");
  expect(file.bytes.toString().split("\r\n")).toEqual([
    `\uFEFF"First Name","Last Name","Date of Birth","Birth Certificate Pin","Class","Phone (Mobile)","Reason"`,
    `"Mended","Later","2019-02-03","55101","Std 7","868 555-0139","Class: there is no class ‘Std 7’ in 2025-2026"`,
    expect.stringMatching(/^"","Formula","","55103","","12","First Name: formulas are not read/),
    "",
  ]);
  expect(again.rows.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
  expect(mended.rows.map(({ outcome }) => outcome)).toEqual(["created", "refused"]);
});

test("where no row was refused, and of an import that is not there, there is no such file", async () => {
  const importId = await sent([HEAD, ",All,Right,55201,,,"].join("\n"));

  for (const input of [importId, crypto.randomUUID()]) {
    const { status } = await download(filesOfImport, `/app/students/import/${input}/refused`, {
      importId: input,
    });
    expect(status).toBe(404);
  }
});

test("the templates are taken, and say that there is no row", async () => {
  for (const format of ["xlsx", "csv"] as const) {
    const request = getRequest(`/app/students/import/template/${format}`, clerk);
    const file = (await filesOfImport({
      request,
      params: { format },
      context: CONTEXT,
    } as never)) as Response;

    const found = await shown(await sent(new Uint8Array(await file.arrayBuffer()), `template.${format}`));

    expect(found.failure).toContain("no rows below the column names");
  }
});

test("who may not keep records reaches no import", async () => {
  const importId = await sent([HEAD, ",No,Body,55001,,,"].join("\n"));
  const teacher = await createTeacher();

  const answers = [
    await callRoute(show, getRequest(`/app/students/import/${importId}`, teacher), { importId }),
    await callRoute(start, getRequest("/app/students/import", teacher)),
    await callRoute(
      act,
      postForm(`/app/students/import/${importId}`, { intent: "import", version: "1" }, teacher),
      {
        importId,
      },
    ),
  ];

  const file = await filesOfImport({
    request: getRequest(`/app/students/import/${importId}/refused`, teacher),
    params: { importId },
    context: CONTEXT,
  } as never);

  expect([...answers, file].map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const listed = (await callRoute(start, getRequest("/app/students/import", admin))).body as {
    imports: ListedImportView[];
  };
  expect(listed.imports[0]).toMatchObject({ file: "intake.csv", words: "checked, nothing is saved yet" });
});
