import type { ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { Agent } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll } from "vitest";
import { env } from "#runtime/env.ts";
import { createApp } from "#server/http.ts";
import { createHttpServer } from "#server/web/listening.ts";
import type { Site } from "#tests/server/site.ts";
import * as entry from "../../app/entry.server.tsx";
import * as root from "../../app/root.tsx";
import routeConfig from "../../app/routes.ts";

type Module = ServerBuild["routes"][string]["module"];

const modules = import.meta.glob<Module>("../../app/routes/**/*.{ts,tsx}");

export type AttackedSite = Site & {
  agent: Agent;
  /** Returns the lines that the log got since the last call. */
  logged: () => string[];
};

/**
 * Opens the product's own server around its own routes, in this process, so that responses are those that a visitor
 * gets.
 */
export async function openAttackedSite(): Promise<AttackedSite> {
  let lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const app = createApp({ build: await buildOfRoutes(), env: env(), log, clientFiles: "/nowhere" });
  const http = createHttpServer(app);
  await http.listen(0, "127.0.0.1");
  const agent = new Agent({ keepAlive: true });
  afterAll(() => {
    agent.destroy();
    http.server.closeAllConnections();
    http.server.close();
  });
  const { port } = http.server.address() as AddressInfo;
  const logged = () => lines.splice(0, lines.length);
  lines = [];
  return { ...http, port, origin: `http://127.0.0.1:${port}`, agent, logged };
}

async function buildOfRoutes(): Promise<ServerBuild> {
  const routes = await Promise.all(flattened(routeConfig, "root").map(routeOf));
  const all = [{ id: "root", path: "", module: root as Module }, ...routes];
  return {
    mode: "production",
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    future: { v3_singleFetch: true, v3_throwAbortReason: true } as ServerBuild["future"],
    assets: {
      version: "1",
      url: "/manifest.js",
      entry: { module: "/entry.js", imports: [] },
      routes: Object.fromEntries(all.map((route) => [route.id, assetOf(route)])),
    },
    entry: { module: entry },
    routes: Object.fromEntries(all.map((route) => [route.id, route])),
  };
}

type Entry = RouteConfigEntry & { id: string; parentId: string };

function flattened(entries: readonly RouteConfigEntry[], parentId: string): Entry[] {
  return entries.flatMap((entry) => {
    const id = entry.id ?? entry.file.replace(/\.tsx?$/, "");
    return [{ ...entry, id, parentId }, ...flattened(entry.children ?? [], id)];
  });
}

async function routeOf({ id, parentId, path, index, file }: Entry) {
  const module = await modules[`../../app/${file}`]?.();
  if (!module) throw new Error(`${file} is not there`);
  return { id, parentId, module, ...(path !== undefined && { path }), ...(index && { index }) };
}

type Built = { id: string; parentId?: string; path?: string; index?: boolean; module: Module };

function assetOf({ id, parentId, path, index, module }: Built): ServerBuild["assets"]["routes"][string] {
  return {
    id,
    parentId,
    path,
    index,
    module: `/${id}.js`,
    hasAction: "action" in module,
    hasLoader: "loader" in module,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: "ErrorBoundary" in module,
  };
}
