import { sessionCookieName } from "#access/session-cookie.server.ts";
import type { Area } from "./area.ts";
import { operationOf, REFUSALS, templated } from "./operation.ts";

const ABOUT = `The calls of Termbook, the staff side of a school. Sign in with \`POST /api/employee-login\`; a call that
changes something sends the value of the cookie XSRF-TOKEN (\`GET /sanctum/csrf-cookie\`) as the header X-XSRF-TOKEN, and
the school's own address as Origin. A script sends an access token as bearer instead, and neither. Ids and words are those of the school's specification.`;

const TEXT = { type: "string" };

const REFUSAL = {
  type: "object",
  properties: {
    message: { type: "string", description: "Why, in words for a person." },
    errors: {
      type: "object",
      description: "Reasons by the field.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
  },
  required: ["message"],
};

/** Describes every endpoint in OpenAPI 3.1, from the same schemas that the dispatcher checks. */
export function openApiDocument(areas: readonly Area[]) {
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
          description: "An access token of one's own, made at /app/access-tokens.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(),
          description: "Set by the sign-in.",
        },
      },
      schemas: { Refusal: REFUSAL, Conflict: CONFLICT },
      responses: Object.fromEntries(Object.entries(REFUSALS).map(([name, told]) => [name, refusal(told)])),
    },
  };
}

function refusal({ status, description }: { status: number; description: string }) {
  const name = status === REFUSALS.Conflict.status ? "Conflict" : "Refusal";
  return {
    description,
    ...(RETRIED.has(status) && { headers: RETRY }),
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}

/** The stored values, beside the reason why a save was rejected. */
const CONFLICT = {
  ...REFUSAL,
  properties: {
    ...REFUSAL.properties,
    by: { type: "string", description: "Who changed it meanwhile." },
    at: { type: "string", description: "When." },
    version: { type: "integer", description: "What is stored now: sent back, the save is judged by it." },
    stored: { type: "object", description: "What is stored, by the field." },
    yours: { type: "object", description: "What was sent, by the field." },
    fields: {
      type: "array",
      description: "What was changed meanwhile.",
      items: { type: "object", properties: { field: TEXT, from: {}, to: {} }, required: ["field"] },
    },
    subject: { type: "string", description: "The subject whose marks stand there already." },
    marks: { type: "array", items: TEXT, description: "Which marks that is about, in words." },
  },
};

const RETRY = { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } };
const RETRIED = new Set<number>([REFUSALS.TooMany.status, REFUSALS.Unavailable.status]);

type Operations = Record<string, ReturnType<typeof operationOf>>;

function pathsOf(areas: readonly Area[]): Record<string, Operations> {
  const paths: Record<string, Operations> = {};
  for (const { title, calls } of areas) {
    for (const call of calls) {
      const path = templated(call.path);
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, title) };
    }
  }
  return paths;
}
