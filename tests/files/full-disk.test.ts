import { afterEach, expect, test, vi } from "vitest";
import { rethrowDiskWriteError } from "#files/unwritable.server.ts";
import { randomFileName } from "#runtime/ids.ts";
import { canMount, createSmallDisk } from "#tests/support/builds/small-disk.ts";

const PICTURE = new Uint8Array(200_000);

/** The disk of one test is gone when the next begins. */
afterEach(() => vi.unstubAllEnvs());

test.runIf(canMount())(
  "a full disk names itself at an upload, wherever it is met",
  { timeout: 60_000 },
  async () => {
    const disk = createSmallDisk(1);
    vi.stubEnv("DATA_DIR", disk.directory);
    vi.stubEnv("TMPDIR", disk.directory);
    const { receiveFile, writeStoredFile, kindOf } = await reachingTheDisk();
    await writeStoredFile(randomFileName(".jpg"), PICTURE);
    const form = new FormData();
    form.set("picture", new File([PICTURE], "picture.jpg"));
    const upload = () => new Request("http://127.0.0.1/upload", { method: "POST", body: form });
    const reading = { name: "picture", most: 1_000_000 };
    const received = await receiveFile(upload(), reading, async ({ file }) => file?.bytes);

    disk.fill();
    const failures = [
      await receiveFile(upload(), reading, async () => null).catch((error: unknown) => error),
      await writeStoredFile(randomFileName(".jpg"), PICTURE).catch((error: unknown) => error),
    ];

    expect(received).toBe(PICTURE.length);
    for (const failure of failures) {
      expect(kindOf(failure)).toBe("unavailable");
      expect(failure).toMatchObject({ message: expect.stringContaining("disk is full") });
    }
  },
);

test.runIf(canMount())(
  "a folder for files that became read-only names itself at an upload",
  { timeout: 60_000 },
  async () => {
    const disk = createSmallDisk(1);
    vi.stubEnv("DATA_DIR", disk.directory);
    const { writeStoredFile, kindOf } = await reachingTheDisk();
    await writeStoredFile(randomFileName(".jpg"), PICTURE);

    disk.makeReadOnly();
    const failure = await writeStoredFile(randomFileName(".jpg"), PICTURE).catch((error: unknown) => error);

    expect(kindOf(failure)).toBe("unavailable");
    expect(failure).toMatchObject({
      message: expect.stringContaining("is not allowed to write to its folder"),
    });
  },
);

test.each([
  ["EROFS", "is not allowed to write to its folder for files"],
  ["EACCES", "is not allowed to write to its folder for files"],
  ["EPERM", "is not allowed to write to its folder for files"],
  ["ENOSPC", "disk is full"],
  ["EDQUOT", "disk is full"],
])("what the system calls %s is told in words", (code, words) => {
  const failing = () => rethrowDiskWriteError(Object.assign(new Error("no"), { code }));

  expect(failing).toThrow(words);
  expect(() => rethrowDiskWriteError(Object.assign(new Error("no"), { code: "EIO" }))).toThrow("no");
});

/** Imports the modules again, because another test file of this process may have made them read another DATA_DIR. */
async function reachingTheDisk() {
  vi.resetModules();
  const { receiveFile } = await import("#files/received-file.server.ts");
  const { writeStoredFile } = await import("#files/store.server.ts");
  const { errorKind: kindOf } = await import("#runtime/errors.ts");
  return { receiveFile, writeStoredFile, kindOf };
}
