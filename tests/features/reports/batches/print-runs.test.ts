import { afterAll, expect, test } from "vitest";
import { action as changeRun, loader } from "../../../../app/routes/reports/batches.tsx";
import { action } from "../../../../app/routes/reports/new-batch.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { getBatchKindDetails, type BatchKind } from "#domain/documents/batches.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import type { BatchesView } from "#features/reports/batches/batches.server.ts";
import { downloadBatch } from "#features/reports/batches/download/download-batch.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { callRoute, getRequest, postForm, readFormErrors } from "#tests/support/request.ts";
import { pagesOf, wordsOf } from "#tests/templates/pdf-reader.ts";
import { filesOf } from "#tests/templates/zip-reader.ts";
import { ended, working } from "./batch-scenario.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const principal = await createPrincipal();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const [first, second] = [
  await createClass({ formClassId: "1A", formTeacher }),
  await createClass({ formClassId: "2A", formTeacher: await createFormTeacher() }),
];
const [ann, bea] = (await createStudents(first, [
  { lastName: "Ann", firstName: "Ava", studentId: "S-1" },
  { lastName: "Bea", firstName: "Bo", studentId: "S-2" },
])) as [Student, Student];
await createStudents(second, [{ lastName: "Cy", firstName: "Cal", studentId: "S-3" }]);
const MINUTE = { timeout: 60_000 };

test.each<[BatchKind, SignedIn, number]>([
  ["class-list", clerk, 2],
  ["picture-list", clerk, 2],
  ["contact-information", clerk, 2],
  ["registration-form", clerk, 3],
  ["registration-form", principal, 3],
  ["attendance-register", clerk, 2],
  ["id-cards", clerk, 2],
  ["contact-information", principal, 2],
  ["class-list", formTeacher, 1],
])("a run of %s for the whole school, or for the person's classes", MINUTE, async (kind, person, pages) => {
  await working();

  const batchId = await begun(person, { kind, month: kind === "attendance-register" ? "2026-06" : null });
  await ended(batchId);

  const pdf = await bytesOf(person, batchId, "pdf");
  const [cover = "", ...others] = pagesOf(pdf).map(wordsOf);
  expect(cover).toContain(getBatchKindDetails(kind).title);
  expect(others.length).toBeGreaterThanOrEqual(pages);
});

test(
  "a run has only chosen classes, only signed cards, and then only cards that no run had",
  MINUTE,
  async () => {
    await working();
    await transaction(TEST, (t) => runQuery(SIGN, [principal.accountId, ann.id, TERM_IDS[2]], t));

    const signed = await begun(admin, {}, { cards: "signed" });
    await ended(signed);
    const rest = await begun(
      admin,
      {},
      { unprinted: "on", hasClasses: "1", [`classes.${first.classId}`]: "on" },
    );
    await ended(rest);
    const nothing = await ask(admin, {}, { cards: "signed", unprinted: "on" });

    expect(await students(signed)).toEqual([String(ann.id)]);
    expect(await students(rest)).toEqual([String(bea.id)]);
    expect(readFormErrors(nothing)[""]).toContain(
      "No report card in these classes matches your choice. Choose other classes or other cards.",
    );
  },
);

test("a run of cards comes as one file for each student, named by class, name and ID", MINUTE, async () => {
  await working();
  const batchId = await begun(admin, {});
  await ended(batchId);

  const files = filesOf(await bytesOf(admin, batchId, "students"));

  expect([...files.keys()]).toEqual(["1A, Ann Ava, S-1.pdf", "1A, Bea Bo, S-2.pdf", "2A, Cy Cal, S-3.pdf"]);
  const pages = pagesOf(files.get("1A, Bea Bo, S-2.pdf") ?? Buffer.alloc(0)).map(wordsOf);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain("Bo Bea");
  expect(pages[0]).not.toContain("Ann");
});

test("the office cannot make a run of cards or mark sheets, nor open those of others", MINUTE, async () => {
  const cards = await ask(clerk, {});
  const other = await begun(admin, { level: 2 });

  expect(readFormErrors(cards)[""]).toContain("You cannot open the reports of any class in that term.");
  await expect(bytesOf(clerk, other, "pdf")).rejects.toThrow("no longer exists");
});

test(
  "a run with personal data of students is not open to a principal who cannot read it",
  MINUTE,
  async () => {
    await working();
    const ofClerk = await begun(clerk, { kind: "contact-information" });
    const ofPrincipal = await begun(principal, { kind: "contact-information" });
    await ended(ofClerk);
    await ended(ofPrincipal);

    await expect(bytesOf(principal, ofClerk, "pdf")).rejects.toThrow("no longer exists");
    for (const [person, run] of [
      [clerk, ofClerk],
      [admin, ofClerk],
      [principal, ofPrincipal],
    ] as const)
      expect((await bytesOf(person, run, "pdf")).length).toBeGreaterThan(0);
  },
);

test("a card whose report was sent back during a run of signed cards is not in the run", MINUTE, async () => {
  await transaction(TEST, async (t) => {
    for (const { id } of [ann, bea]) await runQuery(SIGN, [principal.accountId, id, TERM_IDS[2]], t);
  });
  const signed = await begun(admin, {}, { cards: "signed" });
  const withdraw =
    "update term_records set signed_by = null, signed_at = null, signed_fingerprint = null where student_key = $1";
  await transaction(TEST, (t) => runQuery(withdraw, [bea.id], t));

  await working();
  await ended(signed);

  expect(await students(signed)).toEqual([String(ann.id)]);
});

test("a class that is emptied after the run was asked for is left out and named", MINUTE, async () => {
  const third = await createClass({ formClassId: "3A" });
  const [dee] = (await createStudents(third, [{ lastName: "Dee", firstName: "Di", studentId: "S-4" }])) as [
    Student,
  ];
  const run = await begun(admin, {});
  const leave = "delete from registrations where student_key = $1 and academic_term_id = $2";
  await transaction(TEST, (t) => runQuery(leave, [dee.id, TERM_IDS[2]], t));

  await working();
  await ended(run);

  const { body } = await callRoute(loader, getRequest(PATHS.batches, admin));
  expect((body as BatchesView).ended.find(({ id }) => id === run)).toMatchObject({
    state: "whole",
    count: "3 cards",
    failures: [],
    leftOut: [{ label: "3A", failure: "No students were registered in Form 3A in Term 3, 2025–2026." }],
  });
  const pages = pagesOf(await bytesOf(admin, run, "pdf")).map(wordsOf);
  expect(pages).toHaveLength(4);
});

test(
  "a class that is emptied before its cards are made again is not on the cover either",
  MINUTE,
  async () => {
    const fourth = await createClass({ formClassId: "4A", label: "4 West" });
    const [eve] = (await createStudents(fourth, [
      { lastName: "Eve", firstName: "Em", studentId: "S-5" },
    ])) as [Student];
    await working();
    const run = await begun(admin, {});
    await ended(run);
    const [before = ""] = pagesOf(await bytesOf(admin, run, "pdf")).map(wordsOf);
    const leave = "delete from registrations where student_key = $1 and academic_term_id = $2";
    await transaction(TEST, (t) => runQuery(leave, [eve.id, TERM_IDS[2]], t));

    await callRoute(changeRun, postForm(PATHS.batches, { batch: String(run), intent: "refresh" }, admin));
    await ended(run);

    const [cover = "", ...cards] = pagesOf(await bytesOf(admin, run, "pdf")).map(wordsOf);
    expect([before.includes("4 West"), cover.includes("4 West"), cards.length]).toEqual([true, false, 3]);
  },
);

const SIGN =
  "update term_records d set signed_by = $1, signed_at = now(), signed_fingerprint = report_fingerprint(d) where student_key = $2 and academic_term_id = $3";

type Asked = { kind?: BatchKind; month?: string | null; level?: number | null };

function ask(
  person: SignedIn,
  { kind = "report-card", month = null, level = null }: Asked,
  form: object = {},
) {
  const url = withQuery(PATHS.newBatch, { kind, term: TERM_IDS[2], month, level });
  return callRoute(action, postForm(url, form as Record<string, string>, person));
}

async function begun(person: SignedIn, asked: Asked, form: object = {}): Promise<number> {
  const { location, body } = await ask(person, asked, form);
  expect([location, body]).toEqual([PATHS.batches, ""]);
  const [batch] = await queryRows<{ batch_id: number }>(
    "select batch_id from batches where asked_by = $1 order by batch_id desc limit 1",
    [person.accountId],
    noTransaction,
  );
  return batch?.batch_id ?? 0;
}

async function bytesOf(person: SignedIn, batchId: number, form: "pdf" | "students"): Promise<Buffer> {
  const request = getRequest(`${PATHS.batches}/${batchId}/${form}`, person);
  const response = await downloadBatch(person.person, { batchId, form, request }, { address: "" });
  return Buffer.from(await response.arrayBuffer());
}

async function students(batchId: number): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    `select p.key from batch_items i join made_documents d using (made_document_id)
      cross join lateral jsonb_object_keys(d.printed) as p (key) where i.batch_id = $1 order by p.key`,
    [batchId],
    noTransaction,
  );
  return rows.map(({ key }) => key);
}
