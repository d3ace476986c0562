import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { BUILD } from "../../../app/server/build-stamp.mjs";
import { publish } from "../../../app/server/publish.mjs";
import { temporaryDirectory } from "../server.ts";
import { ROOT } from "../source.ts";
import { copySources, tomorrowsCheckout } from "./tomorrow.ts";

const run = promisify(execFile);

export type Version = "today" | "tomorrow";

/** Creates a machine's own checkout, with the files that deployments of these versions left there one after the other. */
export async function machineWith(...deploys: readonly Version[]): Promise<string> {
  const machine = await temporaryDirectory();
  symlinkSync(path.join(ROOT, "node_modules"), path.join(machine, "node_modules"));
  for (const version of deploys) await deploy(version, machine);
  return machine;
}

/** Deploys as `git pull` and `npm run build` do, whatever runs there meanwhile. */
async function deploy(version: Version, machine: string): Promise<void> {
  const checkout = version === "today" ? ROOT : await tomorrowsCheckout();
  await copySources(checkout, machine);
  const aside = path.join(machine, ".cache/build");
  await cp(path.join(checkout, path.relative(ROOT, BUILD)), aside, { recursive: true });
  publish(aside, path.join(machine, "build"));
}

/**
 * Creates a checkout beside the running one, each with the other's files, as deploy/README.md describes for several
 * machines.
 */
export async function checkoutBeside(running: string, version: Version): Promise<string> {
  const checkout = await machineWith(version);
  await copyFiles(running, checkout);
  await copyFiles(checkout, running);
  return checkout;
}

async function copyFiles(from: string, to: string): Promise<void> {
  const how = ["--recursive", "--no-clobber", "--preserve=timestamps"];
  await run("cp", [...how, `${from}/build/client/assets`, `${to}/build/client/`]);
}

export async function migrateOn(machine: string, databaseUrl: string): Promise<void> {
  await run(process.execPath, ["--import", "tsx", "app/server/migrate.ts"], {
    cwd: machine,
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl },
  });
}
