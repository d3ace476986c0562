import type { Endpoint } from "../dispatch/endpoint.ts";

/** Endpoints that belong together, under the description's heading. */
export type Area = { title: string; calls: readonly Endpoint[] };
