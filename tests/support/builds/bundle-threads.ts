import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { ROOT, sourceHash } from "../../../app/server/build-stamp.mjs";
import { bundlePrograms, PROGRAMS } from "../../../app/server/build.mjs";

/** Bundles the programs of threads, unless bundles of the same sources already exist. */
export async function setup({ config }: TestProject): Promise<void> {
  const folder = path.join(ROOT, String(config.env["BUILT_THREADS"]));
  const stamp = path.join(folder, "stamp");
  const hash = sourceHash();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  // An interrupted run must not leave the stamp of other bundles.
  rmSync(stamp, { force: true });
  mkdirSync(folder, { recursive: true });
  const { documents, sheets } = PROGRAMS;
  await bundlePrograms(folder, { documents, sheets });
  writeFileSync(stamp, hash);
}
