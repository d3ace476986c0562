import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { BUILD } from "../../../app/server/build-stamp.mjs";
import { publishBuild } from "../../../app/server/publish.mjs";
import { temporaryDirectory } from "../server.ts";
import { ROOT } from "../source.ts";
import { copySources, buildTomorrowsCheckout } from "./tomorrow.ts";

const run = promisify(execFile);

export type Version = "today" | "tomorrow";

/** Creates a checkout on which these versions were deployed one after the other, each leaving its files behind. */
export async function createMachineWith(...deploys: readonly Version[]): Promise<string> {
  const machine = await temporaryDirectory();
  symlinkSync(path.join(ROOT, "node_modules"), path.join(machine, "node_modules"));
  for (const version of deploys) await deploy(version, machine);
  return machine;
}

/** Deploys a version as `git pull` and `npm run build` do, even while another version runs from the same checkout. */
async function deploy(version: Version, machine: string): Promise<void> {
  const checkout = version === "today" ? ROOT : await buildTomorrowsCheckout();
  await copySources(checkout, machine);
  const aside = path.join(machine, ".cache/build");
  await cp(path.join(checkout, path.relative(ROOT, BUILD)), aside, { recursive: true });
  publishBuild(aside, path.join(machine, "build"));
}

/**
 * Creates a second checkout beside the running one. Copies the browser files of each to the other, as deploy/README.md
 * requires for several machines.
 */
export async function createCheckoutBeside(running: string, version: Version): Promise<string> {
  const checkout = await createMachineWith(version);
  await copyFiles(running, checkout);
  await copyFiles(checkout, running);
  return checkout;
}

async function copyFiles(from: string, to: string): Promise<void> {
  const how = ["--recursive", "--no-clobber", "--preserve=timestamps"];
  await run("cp", [...how, `${from}/build/client/assets`, `${to}/build/client/`]);
}

export async function migrateFromMachine(machine: string, databaseUrl: string): Promise<void> {
  await run(process.execPath, ["--import", "tsx", "app/server/migrate.ts"], {
    cwd: machine,
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl },
  });
}
