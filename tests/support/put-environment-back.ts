import { afterAll } from "vitest";

/** The files of a worker share one process: what a file sets in its environment must not reach the next one. */
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
