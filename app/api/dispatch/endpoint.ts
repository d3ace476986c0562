import type { z } from "zod";
import type { Access } from "#access/permissions.ts";
import type { ListRequest } from "#domain/list/paging.ts";
import type { Person } from "#domain/person.ts";
import { withListFields, type ListQueryRules } from "./list.ts";

/**
 * The reply of an endpoint, apart from errors. The dispatcher turns a reply into a Response. With `total`, the body is
 * the requested page. Without it, the body is the whole list, from which the dispatcher takes the page.
 */
export type EndpointReply<Body> =
  | { status: 200; body: Body; cookies?: readonly string[]; total?: number }
  | { status: 204; cookies: readonly string[] }
  | { status: 409; body: RefusalBody & Record<string, unknown> }
  | { status: 422; body: RefusalBody }
  | { status: 429; body: RefusalBody; retryAfterSeconds: number }
  | { status: 200; document: Printed };

/** The reason why a call was rejected. `errors` contains the reasons by the field's name in the API. */
export type RefusalBody = { message: string; errors?: Record<string, string[]> };

type Printed = { bytes: Uint8Array; contentType: string; fileName: string };

/**
 * The caller's trusted IP address, whether the connection allows Secure cookies, and a signal that aborts when the
 * caller disconnects.
 */
export type CallContext = { ip: string; secure: boolean; signal: AbortSignal };

type Shape = z.ZodObject;
type Who<A extends Access> = A extends "anyone" | "visitor" ? Person | null : Person;

type Asked<A extends Access, Params, Query, Body> = {
  person: Who<A>;
  params: Params;
  query: Query;
  body: Body;
  /** The requested part of a list, for endpoints whose queries return one page only. */
  list: ListRequest;
  request: Request;
  surroundings: CallContext;
};

/**
 * An upload form. `file` is the field with the file or files, which the endpoint reads as a stream. `fields` is the
 * schema of the other fields.
 */
export type UploadDefinition = { file: string; many?: true; fields?: Shape };

type Definition<A extends Access, P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType> = {
  method: "GET" | "POST" | "DELETE";
  /** The path, with parameters written as `:name`. */
  path: string;
  /** One sentence for the API description. */
  summary: string;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /** An upload form. The list of uploads in `app/server/http` must contain its address too. */
  upload?: UploadDefinition;
  /** True if the endpoint returns data about everybody at the school. Its use is then logged. */
  everybody?: true;
  /** Set when the reply is a list that callers can page, sort and search. */
  list?: ListQueryRules;
  /** The shape of the reply, with the API's field names, or null for documents and for replies without content. */
  reply: R | null;
  answer: (call: Asked<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<EndpointReply<z.input<R>>>;
};

/** An endpoint as the dispatcher sees it. Its own schemas validate the arguments before `answer` is called. */
export type Endpoint = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  summary: string;
  access: Access;
  params: Shape | null;
  query: Shape | null;
  body: Shape | null;
  upload: UploadDefinition | null;
  everybody: boolean;
  list: ListQueryRules | null;
  reply: z.ZodType | null;
  answer: (call: Asked<Access, object, object, object>) => Promise<EndpointReply<unknown>>;
};

type None = z.ZodObject<Record<never, never>>;

export function defineEndpoint<
  A extends Access,
  R extends z.ZodType = z.ZodNever,
  P extends Shape = None,
  Q extends Shape = None,
  B extends Shape = None,
>(definition: Definition<A, P, Q, B, R>): Endpoint {
  const { params = null, body = null, upload = null, everybody = false, list = null, ...rest } = definition;
  const query = list ? withListFields(definition.query ?? null, list) : (definition.query ?? null);
  const answer = definition.answer as Endpoint["answer"];
  return { ...rest, params, query, body, upload, everybody, list, answer };
}

type LookUp<P extends Shape, Q extends Shape, R extends z.ZodType> = {
  path: string;
  summary: string;
  params?: P;
  query?: Q;
  everybody?: true;
  list?: ListQueryRules;
  reply: R;
  read: (call: Asked<"signed-in", z.output<P>, z.output<Q>, object>) => Promise<z.input<R>>;
};

/** Defines a GET endpoint for everybody who is signed in. `read` returns the body. */
export function defineSignedInGet<R extends z.ZodType, P extends Shape = None, Q extends Shape = None>({
  read,
  ...entry
}: LookUp<P, Q, R>): Endpoint {
  const answer: Definition<"signed-in", P, Q, None, R>["answer"] = async (call) => ({
    status: 200,
    body: await read(call),
  });
  return defineEndpoint({ ...entry, method: "GET", access: "signed-in", answer });
}
