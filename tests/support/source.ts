import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

const ROOMS = ["app", "db", "jobs", "templates", "tests"];

/** Lists all files of the product and its tests, as paths from the repository's root with forward slashes. */
export function sourceFiles(pattern = /./): string[] {
  return ROOMS.flatMap(filesUnder)
    .filter((file) => pattern.test(file))
    .sort();
}

export function readSource(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}
