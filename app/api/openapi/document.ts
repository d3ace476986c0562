import { z } from "zod";
import { sessionCookieName } from "#access/session-cookie.server.ts";
import { defineEndpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { describeOperation, REFUSAL_RESPONSES, toPathTemplate } from "./operation.ts";

const ABOUT = `The API of Termbook, the staff side of a school. A program that people use signs in with
\`POST /api/employee-login\`. With each call that changes something, it sends the value of the XSRF-TOKEN cookie
(\`GET /sanctum/csrf-cookie\`) as the header X-XSRF-TOKEN, and the school's own address as Origin. A script sends an
access token as a bearer token instead, and needs no cookies and no Origin header. Ids and names follow the school's
specification.`;

const TEXT = { type: "string" };

const REFUSAL = {
  type: "object",
  properties: {
    message: { type: "string", description: "The reason, as a sentence for people." },
    errors: {
      type: "object",
      description: "The reasons by field.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
  },
  required: ["message"],
};

/** Describes every endpoint in OpenAPI 3.1, from the same schemas with which the dispatcher checks calls. */
export function buildOpenApiDocument(areas: readonly ApiArea[]) {
  return {
    openapi: "3.1.0",
    info: { title: "Termbook", version: "1.0.0", description: ABOUT },
    servers: [{ url: "/" }],
    security: [{ session: [] }, { token: [] }],
    tags: areas.map(({ title: name }) => ({ name })),
    paths: pathsOf(areas),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "Your own access token, created at /app/access-tokens.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(),
          description: "The session cookie, which is set when a person signs in.",
        },
      },
      schemas: { Refusal: REFUSAL, Conflict: CONFLICT },
      responses: Object.fromEntries(
        Object.entries(REFUSAL_RESPONSES).map(([name, told]) => [name, refusal(told)]),
      ),
    },
  };
}

function refusal({ status, description }: { status: number; description: string }) {
  const name = status === REFUSAL_RESPONSES.Conflict.status ? "Conflict" : "Refusal";
  return {
    description,
    ...(RETRIED.has(status) && { headers: RETRY }),
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}

/** The body of a 409 response: the reason and, if another person changed the row, the stored values. */
const CONFLICT = {
  ...REFUSAL,
  properties: {
    ...REFUSAL.properties,
    by: { type: "string", description: "The person who changed the record in the meantime." },
    at: { type: "string", description: "The time of that change." },
    version: { type: "integer", description: "The version that is stored now. Send it with the next save." },
    stored: { type: "object", description: "The stored values by field." },
    yours: { type: "object", description: "The values that you sent, by field." },
    fields: {
      type: "array",
      description: "The fields that were changed in the meantime.",
      items: { type: "object", properties: { field: TEXT, from: {}, to: {} }, required: ["field"] },
    },
    subject: { type: "string", description: "The subject that already has these marks." },
    marks: {
      type: "array",
      items: TEXT,
      description: "The marks that the subject already has, each as text.",
    },
  },
};

const RETRY = {
  "Retry-After": { description: "The number of seconds to wait.", schema: { type: "integer" } },
};
const RETRIED = new Set<number>([REFUSAL_RESPONSES.TooMany.status, REFUSAL_RESPONSES.Unavailable.status]);

type Operations = Record<string, ReturnType<typeof describeOperation>>;

function pathsOf(areas: readonly ApiArea[]): Record<string, Operations> {
  const paths: Record<string, Operations> = {};
  for (const { title, calls } of areas) {
    for (const call of calls) {
      const path = toPathTemplate(call.path);
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeOperation(call, title) };
    }
  }
  return paths;
}

const Document = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });

/** Adds the area of the endpoint that describes all endpoints, including itself. */
export function withDescriptionEndpoint(areas: readonly ApiArea[]): readonly ApiArea[] {
  const description = defineEndpoint({
    method: "GET",
    path: "/api/openapi.json",
    summary: "Returns this description of all API calls in OpenAPI 3.1",
    access: "signed-in",
    reply: Document,
    answer: () => Promise.resolve({ status: 200 as const, body: buildOpenApiDocument(all) }),
  });
  const all: readonly ApiArea[] = [...areas, { title: "API description", calls: [description] }];
  return all;
}

/** Endpoints that belong together, and their heading in the API description. */
export type ApiArea = { title: string; calls: readonly Endpoint[] };
