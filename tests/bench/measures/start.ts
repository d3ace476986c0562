import { performance } from "node:perf_hooks";
import { freePort } from "#tests/support/free-port.ts";
import { START_S } from "../budgets.ts";
import { startChild } from "../child.ts";
import type { Closing } from "../closing.ts";
import type { Figure } from "../figures.ts";
import { expectStatus, Wire } from "./wire.ts";

const BUILDING = "Building …";

/** Measures `npm start` until the first page has arrived, when everything is installed, built and migrated before. */
export async function measureStart(dataDir: string, closing: Closing): Promise<Figure[]> {
  const start = await startOnce(dataDir, closing);
  // If a source changed since the bench began, the first start had to build, so a second start is measured.
  const { seconds } = start.hasBuilt ? await startOnce(dataDir, closing) : start;
  return [
    {
      what: "`npm start` on a prepared checkout to the first page",
      measured: seconds,
      unit: "s",
      ...START_S,
    },
  ];
}

async function startOnce(dataDir: string, closing: Closing) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const npm = startChild({
    command: "npm",
    args: ["start"],
    env: { DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1" },
    group: true,
  });
  closing.add(npm.stop);
  await npm.until(() => npm.output().includes(`Termbook is ready at ${origin}`));
  const wire = new Wire(origin);
  expectStatus(await wire.open("/"), 200, "the first page");
  const seconds = (performance.now() - began) / 1000;
  wire.close();
  await npm.stop();
  return { seconds, hasBuilt: npm.output().includes(BUILDING) };
}
