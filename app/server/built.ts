import type { ServerBuild } from "@remix-run/node";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

type Built = { build: ServerBuild; clientFiles: string };

const BUILD = resolve(import.meta.dirname, "../../build");

/** What `npm run build` made. */
export async function built(): Promise<Built> {
  const bundle = resolve(BUILD, "server/index.js");
  if (!existsSync(bundle)) throw new Error("There is no build yet: npm run build");
  const build = (await import(pathToFileURL(bundle).href)) as ServerBuild;
  return { build, clientFiles: resolve(BUILD, "client") };
}
