import { RoundRobin } from "#tests/faults/machines/round-robin.ts";
import { demoDatabase } from "../demo.ts";
import { asApplication } from "../postgres/postgres-server.ts";
import { startWeb, temporaryDirectory } from "../server.ts";
import { machineWith, migrateOn, type Version } from "./machine.ts";

/** What serves today's and tomorrow's version, by how each came to its machine. */
const MACHINES = {
  /** It never had anything but today's. */
  today: ["today"],
  /** It had today's before, whose files stay. */
  updated: ["today", "tomorrow"],
  /** A new one, such as of another image: it never had today's files. */
  tomorrow: ["tomorrow"],
  /** It went back, or was given the files of tomorrow's version before that is started. */
  back: ["tomorrow", "today"],
} as const satisfies Record<string, readonly Version[]>;

export type Machine = keyof typeof MACHINES;

export type Site = {
  origin: string;
  databaseUrl: string;
  /** Which machines answer from now on, in turn; those that are not named are cut off in the middle of what they do. */
  serve: (...machines: readonly Machine[]) => void;
};

/** All four on one database, as it is after the migration of tomorrow's version, behind one address. */
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
