import { RoundRobin } from "#tests/faults/machines/round-robin.ts";
import { demoDatabase } from "../demo.ts";
import { asApplication } from "../postgres/postgres-server.ts";
import { startWeb, temporaryDirectory } from "../server.ts";
import { machineWith, migrateOn, type Version } from "./machine.ts";

/** The machines that serve today's and tomorrow's version, by how each version came there. */
const MACHINES = {
  /** The machine has only had today's version. */
  today: ["today"],
  /** The machine served today's version before, and that version's files are still there. */
  updated: ["today", "tomorrow"],
  /** A new machine, for example from another image, that has never had today's files. */
  tomorrow: ["tomorrow"],
  /** The machine went back, or got the files of tomorrow's version before that is started. */
  back: ["tomorrow", "today"],
} as const satisfies Record<string, readonly Version[]>;

export type Machine = keyof typeof MACHINES;

export type Site = {
  origin: string;
  databaseUrl: string;
  /** Chooses the machines that answer from now on, in turn; the others are cut off in the middle of their work. */
  serve: (...machines: readonly Machine[]) => void;
};

/** Starts all four on one database, as it is after the migration of tomorrow's version, behind one address. */
export async function startSite(): Promise<Site> {
  const databaseUrl = await demoDatabase("primary");
  const dataDir = await temporaryDirectory();
  const proxy = await RoundRobin.before([]);
  const start = async (machine: Machine) => {
    const checkout = await machineWith(...MACHINES[machine]);
    if (machine === "updated") await migrateOn(checkout, databaseUrl);
    const settings = { TRUST_PROXY: "1" };
    const { origin } = await startWeb({
      databaseUrl: asApplication(databaseUrl),
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
