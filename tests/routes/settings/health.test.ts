import { expect, test } from "vitest";
import { loader as menu } from "../../../app/routes/main-menu.tsx";
import { loader as health } from "../../../app/routes/settings/health.tsx";
import { loader as settings } from "../../../app/routes/settings/settings.tsx";
import { transaction } from "#db/index.ts";
import { recordBackup, type MadeBackup } from "#db/queries/jobs/backups.ts";
import { PATHS } from "#domain/paths.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import { createSchool, TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { call, get } from "#tests/support/request.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const HOUR_MS = 3_600_000;

test("before the first backup nothing is trouble", async () => {
  expect((await call(health, get(PATHS.health, admin))).body).toMatchObject({
    health: { backup: { words: "No nightly backup is set up", isTrouble: false }, tried: [] },
  });
  expect((await call(menu, get(PATHS.mainMenu, admin))).body).toMatchObject({ trouble: null });
});

test("a backup that failed stands before the menu and in the settings of an admin, and of nobody else", async () => {
  const teacher = await createTeacher({ permissions: [1, 8] });
  await tried({ hoursAgo: 30, outcome: "whole", file_name: "a.zip", bytes: 1_250_000, fault: "" });
  const fault = "The server's disk is full.";
  await tried({ hoursAgo: 6, outcome: "failed", file_name: null, bytes: null, fault });

  const told = {
    words: "The last backup failed",
    detail: `${fault} The newest backup there is was made 30 hours ago.`,
  };
  expect((await call(menu, get(PATHS.mainMenu, admin))).body).toMatchObject({ trouble: told });
  expect((await call(menu, get(PATHS.mainMenu, teacher))).body).toMatchObject({ trouble: null });
  expect((await call(settings, get(PATHS.settings, admin))).body).toMatchObject({
    admins: { health: { now: told.words, stops: true } },
  });
  expect((await call(settings, get(PATHS.settings, teacher))).body).toMatchObject({ admins: null });
  expect((await call(health, get(PATHS.health, admin))).body).toMatchObject({
    health: {
      backup: { ...told, isTrouble: true },
      tried: [
        { outcome: "Failed", size: "", file: null, fault },
        { outcome: "Made", size: "1.3 MB", file: "a.zip", fault: "", isTrouble: false },
      ],
    },
  });
});

function tried({ hoursAgo, ...made }: Omit<MadeBackup, "begun_at"> & { hoursAgo: number }): Promise<void> {
  const begun_at = new Date(Date.now() - hoursAgo * HOUR_MS);
  return transaction(TEST, (t) => recordBackup({ ...made, begun_at }, t));
}
