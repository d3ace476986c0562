import { existsSync } from "node:fs";
import { readdir, readlink, rename, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { action, loader } from "../../../../app/routes/reports/batches.tsx";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { listSecurityEvents } from "#db/queries/accounts/security-events.ts";
import {
  downloadBatch,
  downloadBatchItem,
} from "#features/reports/batches/download/download-batch.server.ts";
import { tidyBatches, type BatchesView } from "#features/reports/batches/batches.server.ts";
import { getLocalPath } from "#files/store.server.ts";
import { saveReportCardSetting } from "#db/queries/reports/report-card-settings.ts";
import { DEFAULT_REPORT_CARD_SETTINGS, type ReportCardPart } from "#domain/documents/card-parts.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { PATHS } from "#domain/paths.ts";
import { env } from "#runtime/env.ts";
import { closeDocuments } from "#templates/index.ts";
import { canMount, createSmallDisk } from "#tests/support/builds/small-disk.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { callRoute, readFormErrors, getRequest, readNoticeOf, postForm } from "#tests/support/request.ts";
import { pagesOf, wordsOf } from "#tests/templates/pdf-reader.ts";
import { ended, itemsOf, start, started, working } from "./batch-scenario.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const teacher = await createTeacher();
const own = await createClass({ formClassId: "1A", formTeacher });
const classes = [own];
for (const formClassId of ["2A", "3A", "4A", "5A", "6A"]) classes.push(await createClass({ formClassId }));
await createClass({ formClassId: "6A", label: "6A empty" });
const lesson = await createLesson(teacher, own);
const students = (await Promise.all(classes.map((item) => createStudents(item, 3)))).flat();
const [first, second, third] = students as [Student, Student, Student];
const HERE = { address: "127.0.0.1" };
const MINUTE = { timeout: 60_000 };
/** The directory in which Linux lists a process's open files. */
const OPEN_FILES = "/proc/self/fd";

test(
  "the cards of a school are made, each once, and come as one PDF and as a ZIP by class",
  MINUTE,
  async () => {
    await working();

    const batchId = await started(admin);
    await ended(batchId);

    const pdf = await bytesOf(await downloaded(admin, batchId, "pdf"));
    const [cover = "", ...pages] = pagesOf(pdf).map(wordsOf);
    expect(pages).toHaveLength(students.length);
    for (const { lastName } of students)
      expect(pages.filter((page) => page.includes(`${lastName} `))).toHaveLength(1);
    for (const fact of [
      ...["Report CardsWhole schoolEnd of Term 3, 2025–2026", "18report cards0signed by the principal"],
      ...["ClassCardsSignedSheet11A302", "66A3017", `for Admin · run ${batchId} · data `, "Sheet 1 of 19"],
    ])
      expect(cover).toContain(fact);
    const zip = await bytesOf(await downloaded(admin, batchId, "zip"));
    expect(namesIn(zip)).toEqual(classes.map(({ label }) => `Report Cards, ${label}, 2025-2026, Term 3.pdf`));
    const events = await listSecurityEvents(
      { kind: "cards-printed", words: ["admin"], limit: 9, offset: 0 },
      noTransaction,
    );
    expect(events.map(({ detail }) => detail)).toEqual([
      "Report Cards, whole school, 2025-2026, Term 3.zip",
      "Report Cards, whole school, 2025-2026, Term 3.pdf",
    ]);
  },
);

test(
  "what did not change is not made again, and what did is named and made again alone",
  MINUTE,
  async () => {
    await working();
    await createMark(first, lesson, { mark: 61 });
    const before = await started(principal);
    await ended(before);
    const again = await started(principal);
    await ended(again);
    const files = (await itemsOf(again)).map(({ file_name }) => file_name);
    expect(files).toEqual((await itemsOf(before)).map(({ file_name }) => file_name));
    expect(await shown(principal, again)).toMatchObject({ state: "whole", changed: null });

    await transaction(principal.person, (t) =>
      runQuery("update marks set mark = 64 where student_key = $1", [first.id], t),
    );
    const changed = await shown(principal, again);
    await act(principal, again, "refresh");
    await ended(again);

    expect(changed).toMatchObject({
      changed: {
        words: "Out of date: 1 card has changed since it was made",
        students: [
          {
            name: `${first.lastName}, ${first.firstName}`,
            className: "1A",
            what: expect.stringMatching(/ 61 to 64$/) as string,
            by: expect.stringMatching(/^\w+\. .+, today \d\d:\d\d$/) as string,
          },
        ],
      },
    });
    const now = (await itemsOf(again)).map(({ file_name }) => file_name);
    expect(now[0]).not.toBe(files[0]);
    expect(now.slice(1)).toEqual(files.slice(1));
    expect(await shown(principal, again)).toMatchObject({ state: "whole", changed: null });
  },
);

test(
  "what a slow line broke off is gone on with, in the same file alone, behind a cover with every name",
  MINUTE,
  async () => {
    await working();
    const batchId = await started(admin, { classId: own.classId });
    await ended(batchId);

    for (const form of ["pdf", "zip"] as const) {
      const whole = await downloaded(admin, batchId, form);
      const tag = whole.headers.get("ETag") ?? "";
      const bytes = await bytesOf(whole);
      const rest = await downloaded(admin, batchId, form, { Range: "bytes=1000-", "If-Range": tag });
      const middle = await downloaded(admin, batchId, form, { Range: "bytes=5-90000" });
      const beyond = await downloaded(admin, batchId, form, { Range: `bytes=${bytes.length}-` });
      const other = await downloaded(admin, batchId, form, { Range: "bytes=9-", "If-Range": '"other"' });

      expect(whole.headers.get("Content-Length")).toBe(String(bytes.length));
      expect([rest.status, middle.status, beyond.status, other.status]).toEqual([206, 206, 416, 200]);
      expect(rest.headers.get("Content-Range")).toBe(`bytes 1000-${bytes.length - 1}/${bytes.length}`);
      expect(Buffer.compare(await bytesOf(rest), bytes.subarray(1000))).toBe(0);
      expect(Buffer.compare(await bytesOf(middle), bytes.subarray(5, 90_001))).toBe(0);
      expect(Buffer.compare(await bytesOf(other), bytes)).toBe(0);
    }
    const pdf = await bytesOf(await downloaded(admin, batchId));
    const [cover = ""] = pagesOf(pdf).map(wordsOf);
    for (const [place, { firstName, lastName }] of students.slice(0, 3).entries())
      expect(cover).toContain(`${place + 1}${lastName}, ${firstName}no principal’s signature${place + 2}`);
  },
);

test(
  "a change of the settings or the scale is named as such, and not as a change of names or marks",
  MINUTE,
  async () => {
    await working();
    const batch = await started(principal);
    await ended(batch);
    const reasons = async (setting: object) => {
      await transaction(principal.person, (t) =>
        saveReportCardSetting(
          {
            form_level: 1,
            from_term_id: 0,
            grading: DEFAULT_GRADING,
            graded_at: null,
            card: DEFAULT_REPORT_CARD_SETTINGS,
            ...setting,
          },
          t,
        ),
      );
      const { changed } = (await shown(principal, batch)) as {
        changed: { students: { what: string }[] } | null;
      };
      return [...new Set(changed?.students.map(({ what }) => what))];
    };

    const ofSlip = await reasons({
      card: { parts: ["nextTerm", "slip", "classPosition"], order: "attendance" },
    });
    const ofScale = await reasons({
      grading: {
        ...DEFAULT_GRADING,
        steps: [
          { letter: "A", from: 60, words: "" },
          { letter: "R", from: 0, words: "" },
        ],
      },
    });
    const ofPassMark = await reasons({ grading: { ...DEFAULT_GRADING, passMark: 55 } });
    await reasons({});

    expect([ofSlip, ofScale, ofPassMark]).toEqual([
      ["Settings of the report card"],
      ["Grade scale"],
      ["Pass mark or notes on the marks"],
    ]);
  },
);

test("a mark changes the class figures on the classmates' cards, and not the settings", MINUTE, async () => {
  await working();
  const show = (parts: readonly ReportCardPart[]) =>
    transaction(principal.person, (t) =>
      saveReportCardSetting(
        {
          form_level: 1,
          from_term_id: 0,
          grading: DEFAULT_GRADING,
          graded_at: null,
          card: { ...DEFAULT_REPORT_CARD_SETTINGS, parts },
        },
        t,
      ),
    );
  await show(["classAverage"]);
  const { markId } = await createMark(third, lesson, { mark: 70 });
  const batch = await started(principal, { classId: own.classId });
  await ended(batch);

  await transaction(TEST, (t) => runQuery("update marks set mark = 30 where mark_id = $1", [markId], t));
  const { changed } = (await shown(principal, batch)) as {
    changed: { students: { name: string; what: string }[] };
  };
  await transaction(TEST, (t) => runQuery("delete from marks where mark_id = $1", [markId], t));
  await show(DEFAULT_REPORT_CARD_SETTINGS.parts);

  const ofClassmates = changed.students.filter(
    ({ name }) => name !== `${third.lastName}, ${third.firstName}`,
  );
  expect(ofClassmates.map(({ what }) => what)).toEqual(
    Array.from({ length: 2 }, () => "Position or class figures"),
  );
});

test("mark sheets of a level come as a batch too, a sheet a class", MINUTE, async () => {
  await working();
  const batchId = await started(admin, { kind: "mark-sheet", assessment: 2, level: 1 });
  await ended(batchId);

  const before = await shown(admin, batchId);
  await createMark(second, lesson, { mark: 40 });

  expect(before).toMatchObject({ title: "Mark Sheets, Form 1", count: "1 sheet", changed: null });
  const pdf = await bytesOf(await downloaded(admin, batchId, "pdf"));
  const [cover, sheet] = pagesOf(pdf).map(wordsOf);
  expect(cover).toContain("1mark sheet3students");
  expect(sheet).toContain("Class Mark Sheet, End of Term");
  const named = {
    name: `${second.lastName}, ${second.firstName}`,
    what: expect.stringMatching(/, Total and rank$/) as string,
  };
  expect((await shown(admin, batchId))?.changed?.students).toContainEqual(expect.objectContaining(named));
});

test("two people's batches take turns", MINUTE, async () => {
  await forgetDocuments();
  const batches = [await started(admin), await started(principal)];
  await working();
  await Promise.all(batches.map((batchId) => ended(batchId)));

  const jobs = await queryRows<{ batch_id: number }>(
    `select i.batch_id
       from pgboss.job j
       join batch_items i on i.batch_item_id = (j.data ->> 'itemId')::integer
      where j.name = 'batches.print' and i.batch_id = any ($1)
      order by j.started_on`,
    [batches],
    noTransaction,
  );
  const order = jobs.map(({ batch_id }) => batches.indexOf(batch_id));
  // Four items of each batch are queued at first; the fifth of one comes after those of the other. Two threads take
  // items, so neighbours may change places.
  expect(order.slice(0, 8).filter((place) => place === 1).length).toBeGreaterThanOrEqual(3);
  expect(order).toHaveLength(2 * classes.length);
});

test(
  "a batch that is cancelled goes no further, and what a worker has in hand is thrown away",
  MINUTE,
  async () => {
    const batchId = await started(admin);
    await transaction(TEST, (t) =>
      runQuery("update batch_items set state = 'making' where batch_id = $1 and position = 1", [batchId], t),
    );
    const unfinished = downloaded(admin, batchId);
    await expect(unfinished).rejects.toMatchObject({ kind: "conflict" });

    expect(await readNoticeOf(await act(admin, batchId, "cancel"))).toEqual({
      tone: "done",
      text: "The print run was cancelled.",
    });
    await working();

    expect(new Set((await itemsOf(batchId)).map(({ state }) => state))).toEqual(new Set(["cancelled"]));
    expect(await readNoticeOf(await act(admin, batchId, "cancel"))).toMatchObject({ tone: "refused" });
    expect(await readNoticeOf(await act(admin, batchId, "retry"))).toMatchObject({ tone: "refused" });
    expect(await shown(admin, batchId)).toMatchObject({
      state: "cancelled",
      download: null,
      count: "0 of 18 cards",
    });
  },
);

const ALREADY = {
  tone: "done",
  text: "The same print run is already in progress. Wait until it has finished.",
};

test("the same batch twice is the one that runs, another person's is another", async () => {
  const one = await started(admin, { level: 2 });
  const again = await start(admin, { level: 2 });
  const two = await started(admin, { level: 2 });
  const others = await started(principal, { level: 2 });

  expect([again.location, await readNoticeOf(again)]).toEqual([PATHS.batches, ALREADY]);
  expect(two).toBe(one);
  expect(others).not.toBe(one);
});

test("of one person eight batches go on at once, and another's still begin", async () => {
  const leader = await createPrincipal();
  const levels = [1, 2, 3, 4, 5, 6].map((level) => ({ level }));
  const sheets = levels
    .slice(0, 3)
    .map((level) => ({ ...level, kind: "mark-sheet", assessment: 2 }) as const);
  const requests = [...levels, ...sheets];

  const answers = [];
  for (const each of requests) answers.push(await start(leader, each));
  const again = await start(leader, requests[0]);
  const others = await start(admin, requests[0]);

  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(8).fill(302), 422]);
  expect(readFormErrors(answers.at(-1) ?? others)[""]).toContain("You already have 8");
  expect(await readNoticeOf(again)).toEqual(ALREADY);
  expect([others.status, await readNoticeOf(others)]).toEqual([302, null]);
});

test.runIf(existsSync(OPEN_FILES))("a download that is broken off leaves no file open", MINUTE, async () => {
  await working();
  const batchId = await started(admin, { level: 2 });
  await ended(batchId);

  // The document is larger than what is read in advance.
  const [item] = await itemsOf(batchId);
  const fileName = item?.file_name ?? "";
  await truncate(getLocalPath(fileName), 4_000_000);
  await transaction(TEST, (t) =>
    runQuery("update made_documents set bytes = 4000000 where file_name = $1", [fileName], t),
  );

  const { body } = await downloaded(admin, batchId, "zip");
  const reader = body?.getReader();
  await reader?.read();
  const before = await openDocuments();
  await reader?.cancel();

  expect(before).toBe(1);
  await expect.poll(openDocuments).toBe(0);
});

test("what cannot be made is refused: a level, a term, a class, an empty one", async () => {
  const empty = await classNamed("6A empty");

  const answers = [
    await start(admin, { level: 0 }),
    await start(admin, { level: 8 }),
    await start(admin, { level: 7 }),
    await start(admin, { classId: empty }),
    await start(admin, { classId: 99_999 }),
    await start(admin, { academicTermId: 202620271 }),
    await start(formTeacher, { classId: classes[1]?.classId ?? 0 }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([302, 422, 422, 422, 404, 404, 404]);
  expect(answers[0]?.location).toBe(PATHS.reports);
});

test("a form teacher's batch is of the own class, and lost with it", MINUTE, async () => {
  await working();
  const batchId = await started(formTeacher);
  await ended(batchId);
  const [item] = await queryRows<{ id: number }>(
    "select batch_item_id as id from batch_items where batch_id = $1 order by position",
    [batchId],
    noTransaction,
  );
  const opened = () =>
    downloadBatchItem(formTeacher.person, { batchId, itemId: item?.id ?? 0, request: getRequest("/") }, HERE);
  expect(await shown(formTeacher, batchId)).toMatchObject({
    title: "Report Cards, own classes",
    count: "3 cards",
  });
  expect((await opened()).status).toBe(200);
  expect(await shown(teacher, batchId)).toBeUndefined();

  await transaction(TEST, (t) =>
    runQuery("update class_teachers set to_date = '2025-09-02' where class_id = $1", [own.classId], t),
  );

  expect(await shown(formTeacher, batchId)).toBeUndefined();
  await expect(opened()).rejects.toMatchObject({ kind: "notFound" });
  await expect(downloaded(formTeacher, batchId)).rejects.toMatchObject({
    kind: "notFound",
  });
  expect((await downloaded(admin, batchId, "pdf")).status).toBe(200);
});

test("after thirty days a batch is gone, with the files that no other has", MINUTE, async () => {
  await working();
  await forgetDocuments();
  const [old, young] = [await started(admin, { level: 3 }), await started(admin, { level: 4 })];
  await Promise.all([ended(old), ended(young)]);
  await transaction(TEST, async (t) => {
    await runQuery("update batches set asked_at = now() - interval '31 days' where batch_id = $1", [old], t);
    await runQuery("update made_documents set made_at = now() - interval '31 days'", [], t);
  });
  await expect(downloaded(admin, old)).rejects.toMatchObject({
    kind: "notFound",
  });
  const [gone, kept] = [await itemsOf(old), await itemsOf(young)];

  await tidyBatches();

  expect(await itemsOf(old)).toEqual([]);
  const files = await storedFiles();
  expect(files).toContain(kept[0]?.file_name);
  expect(files).not.toContain(gone[0]?.file_name);
});

test.runIf(canMount())(
  "a full disk fails a class with the reason, and the batch goes on when there is room",
  MINUTE,
  async () => {
    await forgetDocuments();
    const disk = createSmallDisk(1);
    const files = join(env().DATA_DIR, "files");
    await rename(files, `${files}-before`);
    await symlink(disk.directory, files);
    disk.fill();
    await working();
    const batchId = await started(admin, { level: 5 });
    await ended(batchId);
    const full = await itemsOf(batchId);

    disk.empty();
    await act(admin, batchId, "retry");
    await ended(batchId);

    expect(full).toMatchObject([
      { state: "failed", failure: expect.stringContaining("disk is full") as string },
    ]);
    expect(await itemsOf(batchId)).toMatchObject([{ state: "made", failure: "" }]);
  },
);

function act(who: SignedIn, batchId: number, intent: string) {
  return callRoute(action, postForm(PATHS.batches, { batch: String(batchId), intent }, who));
}

async function shown(who: SignedIn, batchId: number) {
  const { body } = await callRoute(loader, getRequest(PATHS.batches, who));
  return (body as BatchesView).ended.find(({ id }) => id === batchId);
}

function downloaded(who: SignedIn, batchId: number, form: "pdf" | "zip" = "pdf", headers = {}) {
  const request = new Request(getRequest("/"), { headers });
  return downloadBatch(who.person, { batchId, form, request }, HERE);
}

async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer());
}

/** Reads the names from the list at the end of a ZIP file. */
function namesIn(zip: Buffer): string[] {
  const list = zip.toString("latin1").split(LIST_ENTRY).slice(1);
  return list.map((entry) => entry.slice(NAME_AT, entry.indexOf(".pdf") + ".pdf".length));
}

const LIST_ENTRY = "PK\u0001\u0002";
const NAME_AT = 42;

/** Deletes stored documents, so that everything is made again. */
function forgetDocuments(): Promise<void> {
  return transaction(TEST, (t) => runQuery("update made_documents set fingerprint = ''", [], t));
}

async function classNamed(label: string): Promise<number> {
  const [found] = await queryRows<{ class_id: number }>(
    "select class_id from classes where label = $1 order by class_id",
    [label],
    noTransaction,
  );
  return found?.class_id ?? 0;
}

async function storedFiles(): Promise<string[]> {
  const names = await readdir(join(env().DATA_DIR, "files"), { recursive: true });
  return names.map((name) => name.slice(3)).filter((name) => name.endsWith(".pdf"));
}

async function openDocuments(): Promise<number> {
  const files = await readdir(OPEN_FILES);
  const open = await Promise.all(files.map((file) => readlink(join(OPEN_FILES, file)).catch(() => "")));
  return open.filter((path) => path.endsWith(".pdf")).length;
}
