import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What the server serves: Remix's build, and where the browser's files come from. */
type Bundle =
  | { build: ServerBuild; clientFiles: string }
  | { build: () => Promise<ServerBuild>; clientFiles: RequestHandler };

/** Where we were started: built, our own address says nothing of the sources. */
const BUILD = resolve("build");

/** What `npm run build` made. */
export async function built(): Promise<Bundle> {
  const bundle = resolve(BUILD, "server/index.js");
  if (!existsSync(bundle)) throw new Error("There is no build yet: npm run build");
  const build = (await import(pathToFileURL(bundle).href)) as ServerBuild;
  return { build, clientFiles: resolve(BUILD, "client") };
}

/** Vite builds each file when it is asked for, and sends changes to open pages over the same port. */
export async function underDevelopment(server: Server): Promise<Bundle> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  const load = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return { build: load, clientFiles: vite.middlewares };
}
