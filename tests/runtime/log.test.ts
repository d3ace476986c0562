import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { ROOT } from "#tests/support/source.ts";

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
