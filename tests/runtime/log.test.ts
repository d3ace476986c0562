import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "#tests/support/source.ts";

test.each([
  ["says so once where there is room", "pipe"],
  ["goes on where there is none at all", "full"],
] as const)("a log that cannot be written ends nobody, and %s", (_how, errors) => {
  const full = openSync("/dev/full", "w");
  const program = ["--import", "tsx", "tests/runtime/logging-process.ts"];
  const own = { LOG_LEVEL: "info", SESSION_SECRET: "a secret that only tests know, long enough" };

  const { status, stderr } = spawnSync(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, ...own },
    encoding: "utf8",
    stdio: ["ignore", full, errors === "pipe" ? "pipe" : full],
  });
  closeSync(full);

  expect(status).toBe(0);
  if (errors === "pipe")
    expect(stderr).toMatch(/^The log cannot be written: ENOSPC.*Termbook continues without a log\.\n$/);
});

test("what nobody caught ends the process although its log cannot be written", () => {
  const full = openSync("/dev/full", "w");
  const { status, signal } = spawnSync(
    process.execPath,
    ["--import", "tsx", "tests/runtime/unwatched-process.ts"],
    {
      cwd: ROOT,
      env: { ...process.env, SESSION_SECRET: "a secret that only tests know, long enough" },
      stdio: ["ignore", full, full],
      timeout: 60_000,
    },
  );
  closeSync(full);

  expect([status, signal]).toEqual([1, null]);
});

test("what nobody caught ends the process and is told without the values it carried", () => {
  const program = ["--import", "tsx", "tests/runtime/unwatched-process.ts"];
  const own = { LOG_LEVEL: "warn", SESSION_SECRET: "a secret that only tests know, long enough" };
  const env = { ...process.env, ...own };

  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: ROOT,
    env,
    encoding: "utf8",
  });

  expect(status).toBe(1);
  expect(stdout).toContain("connection lost");
  expect(stdout + stderr).not.toContain("Keziah");
});
