import type { z } from "zod";
import type { Access } from "#access/permissions.ts";
import type { ListRequest } from "#domain/list/paging.ts";
import type { Person } from "#domain/person.ts";
import { withListFields, type ListRules } from "./list.ts";

/**
 * The reply of an endpoint, apart from errors; the dispatcher turns it into a Response. With a `total` the body is
 * the requested page; without one the body is the whole list, from which the dispatcher takes the page.
 */
export type Reply<Body> =
  | { status: 200; body: Body; cookies?: readonly string[]; total?: number }
  | { status: 204; cookies: readonly string[] }
  | { status: 409; body: Refusal & Record<string, unknown> }
  | { status: 422; body: Refusal }
  | { status: 429; body: Refusal; retryAfterSeconds: number }
  | { status: 200; document: Printed };

/** The reason why a call was rejected; `errors` are by the field's name in the API. */
export type Refusal = { message: string; errors?: Record<string, string[]> };

type Printed = { bytes: Uint8Array; contentType: string; fileName: string };

/** A call's address as far as it can be trusted, whether cookies can be Secure, and a signal of a departed caller. */
export type Surroundings = { ip: string; secure: boolean; signal: AbortSignal };

type Shape = z.ZodObject;
type Who<A extends Access> = A extends "anyone" | "visitor" ? Person | null : Person;

type Asked<A extends Access, Params, Query, Body> = {
  person: Who<A>;
  params: Params;
  query: Query;
  body: Body;
  /** The requested part of a list, for endpoints whose queries do the paging. */
  list: ListRequest;
  request: Request;
  surroundings: Surroundings;
};

/** A form with files: the endpoint reads it as a stream, and a schema describes the other fields. */
export type Upload = { file: string; many?: true; fields?: Shape };

type Definition<A extends Access, P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType> = {
  method: "GET" | "POST" | "DELETE";
  /** The path; a parameter is written `:name`. */
  path: string;
  /** A line for the description of all endpoints. */
  summary: string;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /** A form with a file that the endpoint reads as a stream; `app/server/http` lists its address too. */
  upload?: Upload;
  /** The endpoint exports everybody at the school, so its use is logged. */
  everybody?: true;
  /** The endpoint answers a list with pages, order and search. */
  list?: ListRules;
  /** The shape of the reply, with the API's field names; null for documents and for replies without content. */
  reply: R | null;
  answer: (call: Asked<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<Reply<z.input<R>>>;
};

/** An endpoint as the dispatcher sees it: the dispatcher has checked its arguments with the endpoint's own schemas. */
export type Endpoint = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  summary: string;
  access: Access;
  params: Shape | null;
  query: Shape | null;
  body: Shape | null;
  upload: Upload | null;
  everybody: boolean;
  list: ListRules | null;
  reply: z.ZodType | null;
  answer: (call: Asked<Access, object, object, object>) => Promise<Reply<unknown>>;
};

type None = z.ZodObject<Record<never, never>>;

export function endpoint<
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
  list?: ListRules;
  reply: R;
  read: (call: Asked<"signed-in", z.output<P>, z.output<Q>, object>) => Promise<z.input<R>>;
};

/** Defines a look-up that any signed-in person may use: `read` returns the body. */
export function lookUp<R extends z.ZodType, P extends Shape = None, Q extends Shape = None>({
  read,
  ...entry
}: LookUp<P, Q, R>): Endpoint {
  const answer: Definition<"signed-in", P, Q, None, R>["answer"] = async (call) => ({
    status: 200,
    body: await read(call),
  });
  return endpoint({ ...entry, method: "GET", access: "signed-in", answer });
}
