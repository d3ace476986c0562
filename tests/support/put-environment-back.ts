import { afterAll } from "vitest";

/** Restores the environment after each file, because the files of a worker share a process. */
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
