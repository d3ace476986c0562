import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { SOURCES, sourceHash } from "../../../app/server/build-stamp.mjs";
import { ROOT } from "../source.ts";

const TOMORROW = path.join(ROOT, ".cache/tomorrow");
const MADE_OF = path.join(TOMORROW, "made-of");

/** A selector for a page that tomorrow's build has rendered. */
export const TOMORROW_PAGE = "html[data-tomorrow]";

const MIGRATION = "9001-of-tomorrow";

type Change = { file: string; from: string; to: string };

/**
 * The differences between today's version and tomorrow's: the version number, a mark on every page, the file that all
 * scripts import (which changes the name of every script), the service worker, and a database column with a default.
 */
const CHANGES: readonly Change[] = [
  { file: "package.json", from: '"version": "', to: '"version": "9.' },
  { file: "app/root.tsx", from: '<html lang="en"', to: '<html lang="en" data-tomorrow=""' },
  {
    file: "app/entry.client.tsx",
    from: "setTimeout(() =>",
    to: 'performance.mark("tomorrow");\nsetTimeout(() =>',
  },
  { file: "app/server/service-worker.ts", from: "MOST_OPENED = 4", to: "MOST_OPENED = 5" },
  {
    file: "db/migrations/index.ts",
    from: "\n/** Every migration",
    to: `import { ofTomorrow } from "./${MIGRATION}.ts";\n\n/** Every migration`,
  },
  { file: "db/migrations/index.ts", from: ",\n];", to: ",\n  ofTomorrow,\n];" },
];

const MIGRATION_SOURCE = `import type { Migration } from "./migration.ts";

export const ofTomorrow: Migration = {
  name: "${MIGRATION}",
  up: "alter table marks add column of_tomorrow text not null default ''",
  down: "alter table marks drop column of_tomorrow",
};
`;

/**
 * Returns a built checkout of tomorrow's version. It is made from a changed copy of the sources, and made again when
 * the sources change.
 */
export function buildTomorrowsCheckout(): Promise<string> {
  checkout ??= makeCheckout();
  return checkout;
}

let checkout: Promise<string> | null = null;

async function makeCheckout(): Promise<string> {
  const made = createHash("sha1")
    .update(sourceHash())
    .update(JSON.stringify([CHANGES, MIGRATION_SOURCE]));
  const madeOf = made.digest("hex");
  if (existsSync(MADE_OF) && readFileSync(MADE_OF, "utf8") === madeOf) return TOMORROW;
  rmSync(TOMORROW, { recursive: true, force: true });
  mkdirSync(TOMORROW, { recursive: true });
  await copySources(ROOT, TOMORROW);
  symlinkSync(path.join(ROOT, "node_modules"), path.join(TOMORROW, "node_modules"));
  CHANGES.forEach(change);
  writeFileSync(path.join(TOMORROW, `db/migrations/${MIGRATION}.ts`), MIGRATION_SOURCE);
  build();
  writeFileSync(MADE_OF, madeOf);
  return TOMORROW;
}

export async function copySources(from: string, to: string): Promise<void> {
  for (const source of SOURCES.filter((item) => existsSync(path.join(from, item))))
    await cp(path.join(from, source), path.join(to, source), { recursive: true });
}

function change({ file, from, to }: Change): void {
  const place = path.join(TOMORROW, file);
  const source = readFileSync(place, "utf8");
  if (!source.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} to change`);
  writeFileSync(place, source.replace(from, to));
}

function build(): void {
  const { status, stderr } = spawnSync(process.execPath, ["app/server/build.mjs"], {
    cwd: TOMORROW,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(`tomorrow's version does not build:\n${stderr}`);
}
