import type { TestProject } from "vitest/node";
import { findChromium, type Chromium } from "./chromium.ts";

declare module "vitest" {
  // Only an interface can extend the declaration in Vitest.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface ProvidedContext {
    chromium: Chromium;
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide("chromium", await findChromium());
}
