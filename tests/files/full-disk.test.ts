import { expect, test, vi } from "vitest";
import { receiveFile } from "#files/received-file.server.ts";
import { writeStored } from "#files/store.server.ts";
import { randomFileName } from "#runtime/ids.ts";
import { kindOf } from "#runtime/errors.ts";
import { canMount, smallDisk } from "#tests/support/small-disk.ts";

const PICTURE = new Uint8Array(200_000);

test.runIf(canMount())(
  "a full disk names itself at an upload, wherever it is met",
  { timeout: 60_000 },
  async () => {
    const disk = smallDisk(1);
    vi.stubEnv("DATA_DIR", disk.directory);
    vi.stubEnv("TMPDIR", disk.directory);
    await writeStored(randomFileName(".jpg"), PICTURE);
    const form = new FormData();
    form.set("picture", new File([PICTURE], "picture.jpg"));
    const upload = () => new Request("http://127.0.0.1/upload", { method: "POST", body: form });
    const reading = { name: "picture", most: 1_000_000 };
    const received = await receiveFile(upload(), reading, async ({ file }) => file?.bytes);

    disk.fill();
    const failures = [
      await receiveFile(upload(), reading, async () => null).catch((error: unknown) => error),
      await writeStored(randomFileName(".jpg"), PICTURE).catch((error: unknown) => error),
    ];

    expect(received).toBe(PICTURE.length);
    for (const failure of failures) {
      expect(kindOf(failure)).toBe("unavailable");
      expect(failure).toMatchObject({ message: expect.stringContaining("disk is full") });
    }
  },
);
