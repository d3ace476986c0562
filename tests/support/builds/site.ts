import { RoundRobin } from "#tests/faults/machines/round-robin.ts";
import { createDemoDatabase } from "../demo.ts";
import { asApplicationRole } from "../postgres/postgres-server.ts";
import { startWeb, temporaryDirectory } from "../server.ts";
import { createMachineWith, migrateFromMachine, type Version } from "./machine.ts";

/** The machines of the site, each with the versions that were deployed there, oldest first. */
const MACHINES = {
  /** A machine on which only today's version was deployed. */
  today: ["today"],
  /** A machine on which tomorrow's version was deployed after today's. Today's files are still there. */
  updated: ["today", "tomorrow"],
  /** A new machine that has never had today's files. */
  tomorrow: ["tomorrow"],
  /** A machine that went back to today's version, or that has tomorrow's files and has not started them yet. */
  back: ["tomorrow", "today"],
} as const satisfies Record<string, readonly Version[]>;

export type Machine = keyof typeof MACHINES;

export type Site = {
  origin: string;
  databaseUrl: string;
  /** Chooses the machines that answer from now on, in turn. Requests to the other machines are cut off at once. */
  serve: (...machines: readonly Machine[]) => void;
};

/** Starts all four machines behind one address, with one database migrated to tomorrow's version. */
export async function startSite(): Promise<Site> {
  const databaseUrl = await createDemoDatabase("primary");
  const dataDir = await temporaryDirectory();
  const proxy = await RoundRobin.before([]);
  const start = async (machine: Machine) => {
    const checkout = await createMachineWith(...MACHINES[machine]);
    if (machine === "updated") await migrateFromMachine(checkout, databaseUrl);
    const settings = { TRUST_PROXY: "1" };
    const { origin } = await startWeb({
      databaseUrl: asApplicationRole(databaseUrl),
      dataDir,
      settings,
      checkout,
    });
    return [machine, origin] as const;
  };
  const origins: [Machine, string][] = [];
  for (const machine of ["today", "updated", "tomorrow", "back"] as const)
    origins.push([...(await start(machine))]);
  const webs = new Map(origins);
  return {
    origin: proxy.origin,
    databaseUrl,
    serve: (...machines) => proxy.serve(machines.map((machine) => webs.get(machine) ?? "")),
  };
}
