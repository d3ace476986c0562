import type { Access } from "#access/permissions.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { loader as callByGet, action as callByPost } from "../../app/routes/api.tsx";
import {
  callRoute,
  getRequest,
  postForm,
  sendJson,
  type RequestResult,
  type Handler,
  type Visitor,
} from "./request.ts";
import { allRoutes, type Route } from "./routes.ts";

/** A loader, an action or an API call, with its required access and a function that runs it. */
export type EntryPoint = {
  name: string;
  isCall: boolean;
  access: Access;
  enter: (visitor: Visitor) => Promise<string>;
};

type RouteModule = { access?: Access; loader?: Handler; action?: Handler };

const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.{ts,tsx}");

/** Lists every loader, action and call. Parameters are `1`, because access is checked before parameters are used. */
export async function allEntryPoints(): Promise<EntryPoint[]> {
  const ofRoutes = await Promise.all(allRoutes().map((route) => entryPointsOf(route)));
  return [...ofRoutes.flat(), ...API_ENDPOINTS.map(entryPointOfCall)];
}

/** Lists the entry points of a route at its address with these parameters. */
export async function entryPointsOf(route: Route, params = paramsOf(route.pattern)): Promise<EntryPoint[]> {
  const module = await modules[`../../${route.file}`]?.();
  if (!module?.access) throw new Error(`${route.file} is missing or declares no access`);
  const { access, loader, action } = module;
  const path = filledIn(route.pattern, params);
  const entryPoints: EntryPoint[] = [];
  if (loader) {
    const enter = (visitor: Visitor) =>
      describeOutcomeOf(callRoute(loader, getRequest(path, visitor), params));
    entryPoints.push({ name: `loader of ${route.file}`, isCall: false, access, enter });
  }
  if (action) {
    const enter = (visitor: Visitor) =>
      describeOutcomeOf(callRoute(action, postForm(path, {}, visitor), params));
    entryPoints.push({ name: `action of ${route.file}`, isCall: false, access, enter });
  }
  return entryPoints;
}

function entryPointOfCall({ method, path, access }: (typeof API_ENDPOINTS)[number]): EntryPoint {
  const address = filledIn(path, paramsOf(path));
  const enter = (visitor: Visitor) =>
    describeOutcomeOf(
      method === "GET"
        ? callRoute(callByGet, getRequest(address, visitor))
        : callRoute(callByPost, sendJson(address, {}, visitor, method)),
    );
  return { name: `${method} ${path}`, isCall: true, access, enter };
}

type Params = Readonly<Record<string, string>>;

function filledIn(pattern: string, params: Params): string {
  return pattern.replaceAll(/:(\w+)|\*/g, (star, name?: string) => params[name ?? star] ?? "1");
}

function paramsOf(pattern: string): Params {
  return Object.fromEntries([...pattern.matchAll(/:(\w+)|\*/g)].map(([star, name]) => [name ?? star, "1"]));
}

/**
 * Returns the status of a response, or the address that it redirects to. Rethrows an unexpected error, because an entry
 * point that always fails would look like one that denies access.
 */
export async function describeOutcomeOf(answering: Promise<RequestResult>): Promise<string> {
  const { status, location } = await answering;
  if (status !== 302) return String(status);
  return /^\/(?:$|\?)/.test(location ?? "") ? "to the sign-in" : `to ${location}`;
}
