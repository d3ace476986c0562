import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Remix's build, and the source of the browser's files. */
type Bundle =
  | { build: ServerBuild; clientFiles: string }
  | { build: () => Promise<ServerBuild>; clientFiles: RequestHandler };

/** The directory where the process was started: a built module's address says nothing about the sources. */
const BUILD = resolve("build");

export async function built(): Promise<Bundle> {
  const bundle = resolve(BUILD, "server/index.js");
  if (!existsSync(bundle)) throw new Error("There is no build yet: npm run build");
  const build = (await import(pathToFileURL(bundle).href)) as ServerBuild;
  return { build, clientFiles: resolve(BUILD, "client") };
}

/** Starts Vite, which builds each file on request, and sends changes to open pages over the same port. */
export async function underDevelopment(server: Server): Promise<Bundle> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  const load = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return { build: load, clientFiles: vite.middlewares };
}
