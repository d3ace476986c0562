import { z } from "zod";
import { listEndpointsAtPath } from "#api/dispatch/dispatch.server.ts";
import { API_AREAS, API_ENDPOINTS } from "#api/index.ts";
import { buildOpenApiDocument } from "#api/openapi/document.ts";
import { toPathTemplate } from "#api/openapi/operation.ts";
import type { RequestResult } from "#tests/support/request.ts";

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

const { paths, components } = buildOpenApiDocument(API_AREAS);

/** The description of one call cannot say that the address does not accept a method. */
const NO_SUCH_METHOD = 405;

const CONFLICT = "#/components/responses/Conflict";
const shapes = new Map<string, z.ZodType>();

/** Checks a response. @throws Error for a response that the description of its call does not include */
export function refuseUndescribed(request: Request, { status, headers, body }: RequestResult): void {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const matched = listEndpointsAtPath(API_ENDPOINTS, new URL(request.url).pathname);
  const endpoint = matched.find((item) => item.endpoint.method === method)?.endpoint;
  if (!endpoint || status === NO_SUCH_METHOD) return;
  const name = `${method} ${toPathTemplate(endpoint.path)}`;
  const responses: Partial<Record<number, object>> | undefined =
    paths[toPathTemplate(endpoint.path)]?.[method.toLowerCase()]?.responses;
  const response = responses?.[status];
  if (!response) throw new Error(`${name} answers ${status}, which its description does not know`);
  if (request.method === "HEAD" || !headers.get("Content-Type")?.startsWith("application/json")) return;
  const shape = shapes.get(`${name} ${status}`) ?? shapeOf(response);
  shapes.set(`${name} ${status}`, shape);
  const checked = shape.safeParse(body);
  if (checked.success) return;
  throw new Error(`${name} answers ${status} otherwise than described: ${z.prettifyError(checked.error)}`);
}

function shapeOf(response: object): z.ZodType {
  if ("$ref" in response) {
    const { Refusal, Conflict } = components.schemas;
    return z.fromJSONSchema((response.$ref === CONFLICT ? Conflict : Refusal) as JsonSchema);
  }
  const { content } = response as { content: Record<string, { schema: JsonSchema }> };
  return z.fromJSONSchema(content["application/json"]?.schema ?? {});
}
