import type { Access } from "#access/permissions.ts";
import { ENDPOINTS } from "#api/index.ts";
import { loader as callByGet, action as callByPost } from "../../app/routes/api.tsx";
import { call, get, postForm, sendJson } from "./request.ts";
import type { Answer, Handler, Visitor } from "./request.ts";
import { allRoutes } from "./routes.ts";
import type { Route } from "./routes.ts";

/** A way into the product: who may take it, and what knocking on it answers. */
export type Door = { name: string; access: Access; knock: (visitor: Visitor) => Promise<string> };

type RouteModule = { access?: Access; loader?: Handler; action?: Handler };

const modules = import.meta.glob<RouteModule>("../../app/routes/*.{ts,tsx}");

/** Every loader, every action and every call, with `1` for each parameter: access is judged before what they name. */
export async function allDoors(): Promise<Door[]> {
  const ofRoutes = await Promise.all(allRoutes().map(doorsOf));
  return [...ofRoutes.flat(), ...ENDPOINTS.map(doorOfCall)];
}

async function doorsOf(route: Route): Promise<Door[]> {
  const module = await modules[`../../${route.file}`]?.();
  if (!module?.access) throw new Error(`${route.file} is missing or declares no access`);
  const { access, loader, action } = module;
  const path = filledIn(route.pattern);
  const params = paramsOf(route.pattern);
  const doors: Door[] = [];
  if (loader) {
    const knock = (visitor: Visitor) => outcome(call(loader, get(path, visitor), params));
    doors.push({ name: `loader of ${route.file}`, access, knock });
  }
  if (action) {
    const knock = (visitor: Visitor) => outcome(call(action, postForm(path, {}, visitor), params));
    doors.push({ name: `action of ${route.file}`, access, knock });
  }
  return doors;
}

function doorOfCall({ method, path, access }: (typeof ENDPOINTS)[number]): Door {
  const address = filledIn(path);
  const knock = (visitor: Visitor) =>
    outcome(
      method === "GET"
        ? call(callByGet, get(address, visitor))
        : call(callByPost, sendJson(address, {}, visitor, method)),
    );
  return { name: `${method} ${path}`, access, knock };
}

function filledIn(pattern: string): string {
  return pattern.replaceAll(/:\w+|\*/g, "1");
}

function paramsOf(pattern: string): Record<string, string> {
  return Object.fromEntries([...pattern.matchAll(/:(\w+)|\*/g)].map(([star, name]) => [name ?? star, "1"]));
}

/** A surprise is thrown on: a door that always fails would look like one that is shut. */
async function outcome(answering: Promise<Answer>): Promise<string> {
  const { status, location } = await answering;
  if (status !== 302) return String(status);
  return /^\/(?:$|\?)/.test(location ?? "") ? "to the sign-in" : `to ${location}`;
}
