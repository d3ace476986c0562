import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export type SmallDisk = { directory: string; fill: () => void; empty: () => void; makeReadOnly: () => void };

/** Tells whether the current user may mount disks, as a small disk requires. */
export function canMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "termbook-mount-"));
  const { status } = mount(directory, 1);
  if (status === 0) unmount(directory);
  rmSync(directory, { recursive: true, force: true });
  return status === 0;
}

/** Creates a small disk that a test can fill completely. The disk is removed when the test ends. */
export function createSmallDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), "termbook-disk-"));
  chmodSync(directory, 0o755);
  mount(directory, megabytes);
  onTestFinished(() => {
    unmount(directory);
    rmSync(directory, { recursive: true, force: true });
  });
  const filler = join(directory, "filler");
  return {
    directory,
    fill: () => void spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]),
    empty: () => rmSync(filler),
    makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", directory]),
  };
}

function mount(directory: string, megabytes: number) {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", directory]);
}

function unmount(directory: string): void {
  execFileSync("umount", ["--lazy", directory]);
}
