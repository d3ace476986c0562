import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const known = new Map<string, string>();

/**
 * Tells one printed form of a kind from the next: the hash of all that lays it out. Whoever changes a template has nothing
 * to count up, and documents that were made in the old form are known by it.
 */
export function versionOf(kind: string, root: string): string {
  const version = known.get(kind) ?? hashOf(filesOf(kind, root));
  known.set(kind, version);
  return version;
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256").update(versionOfPdfmake());
  for (const file of files) hash.update(path.basename(file)).update(readFileSync(file));
  return hash.digest("hex");
}

/** Its own folder and the parts, and those of a list where it is one. */
function filesOf(kind: string, root: string): string[] {
  const own = filesIn(path.join(root, kind));
  const isList = own.some((file) => readFileSync(file, "utf8").includes('from "../list/'));
  return [...own, ...(isList ? filesIn(path.join(root, "list")) : []), ...filesIn(path.join(root, "parts"))];
}

/** Samples are for tests alone. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\bsample/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !path.relative(folder, file).startsWith("sample"))
    .sort();
}

function versionOfPdfmake(): string {
  const require = createRequire(path.resolve("package.json"));
  return (require("pdfmake/package.json") as { version: string }).version;
}
