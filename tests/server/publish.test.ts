import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { publishBuild } from "../../app/server/publish.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;

test("a new build takes the place of the old, whose files stay for the pages that are open", async () => {
  const place = await directory();
  publishBuild(await built("old"), place);

  publishBuild(await built("new"), place);

  expect(await readFile(join(place, "server/index.js"), "utf8")).toBe("new");
  expect(await readdir(join(place, "client/assets"))).toEqual(["sheet-new.js", "sheet-old.js"]);
});

test("files that no build of the last 30 days had are removed", async () => {
  const place = await directory();
  publishBuild(await built("old"), place);
  publishBuild(await built("older"), place);
  await age(join(place, "client/assets/sheet-old.js"), 29);
  await age(join(place, "client/assets/sheet-older.js"), 31);

  publishBuild(await built("new"), place);

  expect(await readdir(join(place, "client/assets"))).toEqual(["sheet-new.js", "sheet-old.js"]);
});

test("a file that the new build has as well counts from today", async () => {
  const place = await directory();
  publishBuild(await built("same"), place);
  await age(join(place, "client/assets/sheet-same.js"), 31);

  publishBuild(await built("same"), place);

  expect(await readdir(join(place, "client/assets"))).toEqual(["sheet-same.js"]);
});

async function built(version: string): Promise<string> {
  const place = await directory();
  const files = { [`client/assets/sheet-${version}.js`]: version, "server/index.js": version };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), content);
  }
  return place;
}

async function directory(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), "termbook-publish-"));
  onTestFinished(() => rm(place, { recursive: true }));
  return place;
}

function age(path: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY_MS);
  return utimes(path, then, then);
}
