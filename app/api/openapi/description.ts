import { z } from "zod";
import { endpoint } from "../dispatch/endpoint.ts";
import type { Area } from "./area.ts";
import { openApiDocument } from "./document.ts";

const Document = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });

/** Adds an area whose endpoint describes all endpoints, including itself. */
export function described(areas: readonly Area[]): readonly Area[] {
  const description = endpoint({
    method: "GET",
    path: "/api/openapi.json",
    summary: "Returns this description of all API calls in OpenAPI 3.1",
    access: "signed-in",
    reply: Document,
    answer: () => Promise.resolve({ status: 200 as const, body: openApiDocument(all) }),
  });
  const all: readonly Area[] = [...areas, { title: "API description", calls: [description] }];
  return all;
}
