import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { inject } from "vitest";
import { asApplicationRole, createDatabase, databaseUrlOf } from "./postgres/postgres-server.ts";
import { ROOT } from "./source.ts";

type Place = { databaseUrl: string; dataDir: string };
type Command = { child: ChildProcess; said: () => string };

export function runCommand(
  command: string,
  given: readonly string[],
  { databaseUrl, dataDir }: Place,
): Command {
  const child = spawn(process.execPath, ["--import", "tsx", `app/server/${command}.ts`, ...given], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: asApplicationRole(databaseUrl),
      MIGRATION_DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (said += text));
  return { child, said: () => said };
}

export async function waitForEnd({ child, said }: Command): Promise<{ code: number | null; said: string }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { code: child.exitCode, said: said() };
}

/** Creates an empty database without tables. With `migrated`, the database has all tables, but no rows. */
export async function createEmptyDatabase({ migrated = false } = {}): Promise<string> {
  const { serverUrl, prefix, emptyTemplate } = inject("postgres");
  const name = `${prefix}_empty_${randomBytes(4).toString("hex")}`;
  await createDatabase(serverUrl, name, migrated ? emptyTemplate : undefined);
  return databaseUrlOf(serverUrl, name);
}
