import type { Endpoint } from "../dispatch/endpoint.ts";

/** Calls that belong together, under the heading that the description gives them. */
export type Area = { title: string; calls: readonly Endpoint[] };
