import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { Server } from "node:http";
import { createServer } from "vite";

type Developed = { build: () => Promise<ServerBuild>; clientFiles: RequestHandler };

/** Vite builds each file when it is asked for, and tells open pages of changes over the same port. */
export async function developed(server: Server): Promise<Developed> {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  const load = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  return { build: load, clientFiles: vite.middlewares };
}
