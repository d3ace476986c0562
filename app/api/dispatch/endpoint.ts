import type { z } from "zod";
import type { Access } from "#access/permissions.ts";
import type { ListAsked } from "#domain/list/list-asked.ts";
import type { Person } from "#domain/person.ts";
import { withListFields, type ListRules } from "./list.ts";

/**
 * What a call may answer besides what it throws; the dispatcher makes a Response of it. With a `total` the body is the
 * page that was asked for; without one the whole list, of which the dispatcher takes the page.
 */
export type Reply<Body> =
  | { status: 200; body: Body; cookies?: readonly string[]; total?: number }
  | { status: 204; cookies: readonly string[] }
  | { status: 409; body: Refusal & Record<string, unknown> }
  | { status: 422; body: Refusal }
  | { status: 429; body: Refusal; retryAfterSeconds: number }
  | { status: 200; document: Printed };

/** Why a call was refused; `errors` by the field's name on the wire. */
export type Refusal = { message: string; errors?: Record<string, string[]> };

type Printed = { bytes: Uint8Array; contentType: string; fileName: string };

/**
 * Where a call comes from: the address as far as it can be believed, whether cookies can be Secure, and the signal that
 * nobody waits for its answer any more.
 */
export type Surroundings = { ip: string; secure: boolean; signal: AbortSignal };

type Shape = z.ZodObject;
type Who<A extends Access> = A extends "anyone" | "visitor" ? Person | null : Person;

type Asked<A extends Access, Params, Query, Body> = {
  person: Who<A>;
  params: Params;
  query: Query;
  body: Body;
  /** Of a list, what of it; for a call whose database knows pages. */
  list: ListAsked;
  request: Request;
  surroundings: Surroundings;
};

/** A form with a file, or several: its verb reads it as it comes, and the fields beside it are told by their schema. */
export type Upload = { file: string; many?: true; fields?: Shape };

type Definition<A extends Access, P extends Shape, Q extends Shape, B extends Shape, R extends z.ZodType> = {
  method: "GET" | "POST" | "DELETE";
  /** With a parameter as `:name`. */
  path: string;
  /** What it does, in a line of the description of all calls. */
  summary: string;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /** A form with a file, which its verb takes as a stream from the request; `app/server/http` lists its address too. */
  upload?: Upload;
  /** It hands over everybody at the school: who asked for that is noted. */
  everybody?: true;
  /** It answers a list: its pages, order and search. */
  list?: ListRules;
  /** What the call answers, in the specification's words; null for documents and where there is nothing to say. */
  reply: R | null;
  answer: (asked: Asked<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<Reply<z.input<R>>>;
};

/** A call as the dispatcher sees it: it has checked what it hands over with the endpoint's own schemas. */
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
  answer: (asked: Asked<Access, object, object, object>) => Promise<Reply<unknown>>;
};

type None = z.ZodObject<Record<never, never>>;

/** One entry of the table, checked against its own schemas. */
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
  read: (asked: Asked<"signed-in", z.output<P>, z.output<Q>, object>) => Promise<z.input<R>>;
};

/** A look-up, which any signed-in person may use: `read` gives the body of the answer. */
export function lookUp<R extends z.ZodType, P extends Shape = None, Q extends Shape = None>({
  read,
  ...entry
}: LookUp<P, Q, R>): Endpoint {
  const answer: Definition<"signed-in", P, Q, None, R>["answer"] = async (asked) => ({
    status: 200,
    body: await read(asked),
  });
  return endpoint({ ...entry, method: "GET", access: "signed-in", answer });
}
