import { mkdtemp, readdir, readlink, rm, truncate, writeFile } from "node:fs/promises";
import { createReadStream, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { toWebStream } from "#files/file-response.server.ts";

const folder = await mkdtemp(join(tmpdir(), "web-stream-"));
const path = join(folder, "file");
await writeFile(path, "begins");
await truncate(path, 1_000_000);
afterAll(() => rm(folder, { recursive: true }));

/** The directory in which Linux lists a process's open files. */
const OPEN_FILES = "/proc/self/fd";

test("a file comes whole", async () => {
  const body = await new Response(toWebStream(createReadStream(path))).arrayBuffer();

  expect(body.byteLength).toBe(1_000_000);
  expect(Buffer.from(body).toString("latin1", 0, 6)).toBe("begins");
});

test.runIf(existsSync(OPEN_FILES)).each([0, 1, 3])(
  "after %i parts it can be left, and is closed",
  async (parts) => {
    const reader = toWebStream(createReadStream(path)).getReader();
    for (let part = 0; part < parts; part += 1) await reader.read();

    await reader.cancel();

    await expect.poll(isOpen).toBe(false);
  },
);

test.each([0, 1, 2, 3])(
  "what flows into it when it is left after %i turns troubles nobody",
  async (turns) => {
    const source = new PassThrough();
    for (let part = 0; part < 2; part += 1) source.write(Buffer.alloc(5_000));
    const body = toWebStream(source);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();

    await body.cancel();
    await sleep(20);

    expect(source.destroyed).toBe(true);
  },
);

test("a file that is missing is an error to its reader alone", async () => {
  const body = toWebStream(createReadStream(join(folder, "nothing")));
  await sleep(20);

  await expect(new Response(body).text()).rejects.toThrow("ENOENT");
});

async function isOpen(): Promise<boolean> {
  const files = await readdir(OPEN_FILES);
  const open = await Promise.all(files.map((file) => readlink(join(OPEN_FILES, file)).catch(() => "")));
  return open.includes(path);
}
