import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { SchoolFlavour } from "#domain/grades.ts";
import { createDatabase, createTemplateOnce, databaseUrlOf } from "./postgres/postgres-server.ts";

/** Today's date for the demo school in tests. Two terms are finished and the third has begun. */
const DEMO_TODAY = "2026-06-26";

export const DEMO_PASSWORD = "termbook-demo-school";

/** Creates a database with the whole demo school, which is dropped at the end of the test run. */
export async function createDemoDatabase(flavour: SchoolFlavour): Promise<string> {
  const { serverUrl } = inject("postgres");
  const template = await createDemoTemplate(flavour);
  const name = `${template}_${randomBytes(4).toString("hex")}`;
  await createDatabase(serverUrl, name, template);
  return databaseUrlOf(serverUrl, name);
}

/** Loads the demo school once in a test run. Returns the name of a database to be cloned. */
export async function createDemoTemplate(flavour: SchoolFlavour): Promise<string> {
  const { serverUrl, prefix, emptyTemplate } = inject("postgres");
  const template = `${prefix}_${flavour}`;
  await createTemplateOnce(serverUrl, {
    name: template,
    base: emptyTemplate,
    fill: async (databaseUrl) => {
      const { loadDemoSchool } = await import("#db/demo/load.ts");
      await loadDemoSchool({ databaseUrl, flavour, today: DEMO_TODAY });
    },
  });
  return template;
}
