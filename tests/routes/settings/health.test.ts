import { register } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { loader as menu } from "../../../app/routes/main-menu.tsx";
import { action as actOnHealth, loader as health } from "../../../app/routes/settings/health.tsx";
import { loader as settings } from "../../../app/routes/settings/settings.tsx";
import { handleError } from "../../../app/entry.server.tsx";
import { noTransaction, queryRow, queryRows, transaction } from "#db/index.ts";
import { recordBackupAttempt, type BackupRecord } from "#db/queries/jobs/backups.ts";
import { PATHS } from "#domain/paths.ts";
import { type HealthView, recordError, startQueueMetrics } from "#features/settings/health/health.server.ts";
import { defineHandler, tidySessionsJob } from "#jobs/definitions.ts";
import { installQueue } from "#jobs/install.ts";
import { enqueue } from "#jobs/queue.ts";
import { startWorker } from "#jobs/start-worker.ts";
import { env } from "#runtime/env.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, CONTEXT, getRequest, postForm } from "#tests/support/request.ts";
import { settingLine } from "./setting-line.ts";

await installQueue(await freshDatabase());
await createSchool();
const admin = await createAdmin();
const HOUR_MS = 3_600_000;

test("before the first backup nothing is trouble", async () => {
  expect((await callRoute(health, getRequest(PATHS.health, admin))).body).toMatchObject({
    facts: [{ words: "No nightly backup is set up", isTrouble: false }, {}, {}, {}],
    backups: [],
    failed: [],
    errors: [],
  });
  expect((await callRoute(menu, getRequest(PATHS.mainMenu, admin))).body).toMatchObject({ trouble: null });
});

test("a backup that failed stands before the menu and in the settings of an admin, and of nobody else", async () => {
  const teacher = await createTeacher({ permissions: [1, 8] });
  await tried({ hoursAgo: 30, outcome: "whole", file_name: "a.zip", bytes: 1_250_000, fault: "" });
  const fault = "The server's disk is full.";
  await tried({ hoursAgo: 6, outcome: "failed", file_name: null, bytes: null, fault });

  const told = {
    words: "The last backup failed",
    detail: `${fault} The newest backup was made 30 hours ago.`,
  };
  expect((await callRoute(menu, getRequest(PATHS.mainMenu, admin))).body).toMatchObject({ trouble: told });
  expect((await callRoute(menu, getRequest(PATHS.mainMenu, teacher))).body).toMatchObject({ trouble: null });
  const [ofAdmin, ofTeacher] = await Promise.all(
    [admin, teacher].map((visitor) => callRoute(settings, getRequest(PATHS.settings, visitor))),
  );
  expect(settingLine(ofAdmin?.body, "Health")).toMatchObject({ now: told.words, stops: true });
  expect(settingLine(ofTeacher?.body, "Current Term")).toBeDefined();
  expect(settingLine(ofTeacher?.body, "Health")).toBeUndefined();
  expect((await callRoute(health, getRequest(PATHS.health, admin))).body).toMatchObject({
    summary: expect.stringMatching(/need/),
    facts: expect.arrayContaining([{ name: "Backup", ...told, isTrouble: true }]),
    backups: [
      { outcome: "Failed", size: "", file: null, fault },
      { outcome: "Complete", size: "1.3 MB", file: "a.zip", fault: "", isTrouble: false },
    ],
  });
});

test("work that failed is tried again, once, and is off the page when it has been done", async () => {
  let fails = true;
  const work = async () => {
    if (fails) throw new Error("the disk is gone");
  };
  const once = { ...tidySessionsJob, retries: { retryLimit: 0, retryDelay: 0, retryBackoff: false } };
  await installQueue(env().DATABASE_URL ?? "", [once]);
  const worker = await startWorker([defineHandler(once, work)]);
  onTestFinished(async () => void (await worker.stop(10_000)));
  await transaction(TEST, (t) => enqueue(once, {}, t));
  await expect.poll(failedWork, { timeout: 20_000 }).toHaveLength(1);
  const [failed] = await failedWork();
  fails = false;

  const first = await tryAgain(failed?.id ?? "");
  const second = await tryAgain(failed?.id ?? "");

  expect(failed).toMatchObject({ work: "Removing sign-ins that have ended", fault: "the disk is gone" });
  expect([first.status, first.location, second.location]).toEqual([302, PATHS.health, PATHS.health]);
  await expect.poll(() => jobsIn("completed"), { timeout: 20_000 }).toBe(1);
  expect(await failedWork()).toEqual([]);
  await expect
    .poll(jobsMetric)
    .toContainEqual(expect.objectContaining({ labels: { job: "sessions.tidy", state: "failed" }, value: 1 }));
});

test.each(["", "no id", "00000000-0000-4000-8000-000000000000"])("nothing is done for %j", async (id) => {
  const before = await queryRows("select id from pgboss.job", {}, noTransaction);

  expect((await tryAgain(id)).location).toBe(PATHS.health);

  expect(await queryRows("select id from pgboss.job", {}, noTransaction)).toHaveLength(before.length);
});

test("an error is on the page by the request that its visitor read, without what it was about", async () => {
  const name = "Keziah";
  const answered = new AbortController();
  const context = { ...CONTEXT, requestId: "0123456789", signal: answered.signal };
  const error = await queryRow("select $name::integer", { name }, noTransaction).catch(
    (thrown: unknown) => thrown,
  );

  handleError(error, {
    request: getRequest(`/api/user-employee/${name}`, admin),
    params: { userName: name },
    context,
  });
  answered.abort();

  await expect.poll(errors).toMatchObject([
    {
      request: "0123456789",
      place: "GET /api/user-employee/:userName",
      fault: expect.stringContaining("22P02"),
    },
  ]);
  expect(JSON.stringify(await queryRows("select * from error_events", {}, noTransaction))).not.toContain(
    name,
  );
});

test("a flood of errors is no flood of writes, and what cannot be kept fails nobody", async () => {
  await recordError(new Error("odd"), { requestId: "no id of ours", place: "GET /" });
  for (let each = 0; each < 15; each += 1)
    await recordError(new Error("again"), { requestId: "abcdef0123", place: "GET /app" });

  const kept = await errors();

  expect(kept.length).toBeLessThanOrEqual(10);
  expect(kept[0]).toMatchObject({ place: "GET /app", request: "abcdef0123" });
});

async function shown(): Promise<HealthView> {
  return (await callRoute(health, getRequest(PATHS.health, admin))).body as HealthView;
}

async function failedWork(): Promise<HealthView["failed"]> {
  return (await shown()).failed;
}

async function errors(): Promise<HealthView["errors"]> {
  return (await shown()).errors;
}

async function jobsMetric() {
  startQueueMetrics();
  return (await register.getSingleMetric("termbook_jobs")?.get())?.values;
}

function tryAgain(jobId: string) {
  return callRoute(actOnHealth, postForm(PATHS.health, { jobId }, admin));
}

async function jobsIn(state: string): Promise<number> {
  return (await queryRows("select from pgboss.job where state::text = $state", { state }, noTransaction))
    .length;
}

function tried({ hoursAgo, ...made }: Omit<BackupRecord, "begun_at"> & { hoursAgo: number }): Promise<void> {
  const begun_at = new Date(Date.now() - hoursAgo * HOUR_MS);
  return transaction(TEST, (t) => recordBackupAttempt({ ...made, begun_at }, t));
}
