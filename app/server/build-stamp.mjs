import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The sources of a build. The build is out of date as soon as one of them changes. */
export const SOURCES = [
  "app",
  "db",
  "jobs",
  "templates",
  "public",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tailwind.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

export const ROOT = resolve(import.meta.dirname, "../..");
export const BUILD = join(ROOT, "build");

const STAMP = join(BUILD, "stamp");

export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === sourceHash();
}

/** @param {string} hash the hash of the sources when the build was started */
export function stampBuild(hash) {
  writeFileSync(STAMP, hash);
}

/** Calculates the hash of the sources' contents. A checkout gives every file a new time, so times cannot be used. */
export function sourceHash() {
  const hash = createHash("sha1");
  for (const path of SOURCES.flatMap((source) => filesIn(source)).sort()) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} source
 * @returns {string[]}
 */
function filesIn(source) {
  const path = join(ROOT, source);
  if (!existsSync(path)) return [];
  if (source.includes(".")) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
