import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { superviseProgram, launchProgram } from "#server/children.ts";

const LINE = 'import { appendFileSync } from "node:fs"; appendFileSync(process.argv[2], "started\\n");';
const FOREVER = "setInterval(() => {}, 1000);";

test("a program that ends is started again until it is told to stop", { timeout: 30_000 }, async () => {
  const { launch, starts } = await written(LINE);
  const child = superviseProgram({ name: "test program", launch, mayRestart: () => true });

  await expect.poll(starts, { timeout: 20_000 }).toBe(2);
  child.stop("SIGTERM");
  await child.ended;

  expect(await starts()).toBeLessThanOrEqual(3);
});

test("a program that may not be restarted ends for good", { timeout: 30_000 }, async () => {
  const { launch, starts } = await written(LINE);

  const child = superviseProgram({ name: "test program", launch, mayRestart: () => false });
  await child.ended;

  expect(await starts()).toBe(1);
});

test("a program that runs is stopped by the signal and not started again", { timeout: 30_000 }, async () => {
  const { launch, starts } = await written(LINE + FOREVER);
  const child = superviseProgram({ name: "test program", launch, mayRestart: () => true });
  await expect.poll(starts, { timeout: 20_000 }).toBe(1);

  child.stop("SIGTERM");
  await child.ended;

  expect(await starts()).toBe(1);
});

async function written(code: string) {
  const directory = await mkdtemp(join(tmpdir(), "termbook-children-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [file, record] = [join(directory, "program.mjs"), join(directory, "starts")];
  await writeFile(file, code);
  await writeFile(record, "");
  const starts = async () => (await readFile(record, "utf8")).split("\n").length - 1;
  return { launch: () => launchProgram([file, record], process.env), starts };
}
