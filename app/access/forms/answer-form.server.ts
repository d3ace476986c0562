import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { FORM_ID, VERSION, type FormReply } from "#domain/form-reply.ts";
import { badRequest } from "#runtime/errors.ts";
import { NOT_OUR_FORM } from "./form-values.schema.server.ts";
import { redirectWithNotice, type Notice } from "../notice.server.ts";
import { postedForm } from "../posted-form.server.ts";

/** A verb returns that the change is made or rejected, or that the data has changed since the form was opened. */
export type Outcome<Result = never> = Done | DoneHere<Result> | NotDone;

type Done = { kind: "done"; to: string; message: string; options: DoneOptions };
type DoneHere<Result> = { kind: "done-here"; result: Result };
export type NotDone<Status = 200 | 409 | 422 | 429> = {
  kind: "not-done";
  status: Status;
  errors: Errors;
  version?: string | undefined;
  headers?: HeadersInit;
};

type DoneOptions = Partial<Omit<Notice, "text">> & { cookies?: readonly string[] };
/** Messages by field name, or one message about the whole form. */
type Errors = Readonly<Record<string, string>> | string;

/**
 * Returns the outcome of a successful change: the browser goes to a page, often the same one, which shows the message,
 * if any.
 */
export function done(to: string, message = "", options: DoneOptions = {}): Done {
  return { kind: "done", to, message, options };
}

/** The change is made, and only this response can show its result, such as a new token. `useFormResult` reads it. */
export function doneHere<Result>(result: Result): DoneHere<Result> {
  return { kind: "done-here", result };
}

/** Nothing had to be changed: the form comes back as it was sent, for example for a preview without scripts. */
export function unchanged(): NotDone<200> {
  return { kind: "not-done", status: 200, errors: {} };
}

/** Nothing is changed, for a reason that the schema cannot know. */
export function rejected(errors: Errors): NotDone<422> {
  return { kind: "not-done", status: 422, errors };
}

/**
 * Nothing is saved, because somebody else changed the data first; the errors describe the current data. If the current
 * version is given, pressing the button again overwrites that data.
 */
export function stale(errors: Errors, version?: number | string): NotDone<409> {
  return { kind: "not-done", status: 409, errors, version: version?.toString() };
}

/** Nothing is checked for a while, because there were too many attempts. */
export function tooMany(errors: Errors, waitSeconds: number): NotDone<429> {
  return { kind: "not-done", status: 429, errors, headers: { "Retry-After": String(waitSeconds) } };
}

/** Returns the reason of an outcome in one sentence, for callers other than a form. */
export function reasonOf({ errors }: NotDone): string {
  return typeof errors === "string" ? errors : (Object.values(errors)[0] ?? "");
}

/**
 * Answers a posted form: parses it, calls the verb, and turns the outcome into a redirect with a message, or into a
 * reply that `useActionForm` shows in the form beside the typed values.
 * @throws BadRequest for a form that no page of ours sends, Invalid for repeated names
 */
export async function answerForm<Schema extends z.ZodType, Result = never>(
  request: Request,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<Outcome<Result> | Response>,
) {
  return answerFields(await postedForm(request), schema, verb);
}

/** Answers a form with a file, whose fields `receiveFile` has read already. @throws BadRequest like `answerForm` */
export async function answerFields<Schema extends z.ZodType, Result = never>(
  fields: Iterable<[string, FormDataEntryValue]>,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<Outcome<Result> | Response>,
) {
  const sent = new Map(fields);
  const submission = parseWithZod(readableForm(sent), { schema });
  const hideFields = [...sent.keys()].filter((name) => /password/i.test(name));
  const reply = (options: Parameters<typeof submission.reply>[0]): FormReply<Result> => ({
    ...submission.reply({ hideFields, ...options }),
    formId: String(sent.get(FORM_ID) ?? ""),
  });
  if (submission.status !== "success") {
    if (isForeign(submission.error)) throw badRequest();
    return data(reply({}), 422);
  }
  const outcome = await verb(submission.value);
  // A sign-in answers with cookies, and replaces the page of its step.
  if (outcome instanceof Response) return outcome;
  switch (outcome.kind) {
    case "done":
      return redirectWhenDone(outcome);
    case "done-here":
      // Without scripts the status stays, whatever the loaders find after the change.
      return data({ ...reply({ resetForm: true }), result: outcome.result }, 200);
    case "not-done": {
      const { status, headers = {} } = outcome;
      return data(withVersion(reply(errorsOf(outcome)), outcome), { status, headers });
    }
  }
}

/**
 * Answers a form of buttons at an address without a page. Nobody can correct anything in it, so a verb that fails
 * throws.
 * @throws BadRequest like `answerForm`
 */
export async function answerButton<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<Done>,
): Promise<Response> {
  const form = readableForm(new Map(await postedForm(request)));
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") throw badRequest();
  return redirectWhenDone(await verb(submission.value));
}

/** A name, or a name and a key for the rows of a table: `move.12`. */
const FIELD_NAME = /^[a-z][\w/-]*(?:\.[\w-]+)?$/i;
const READ_BY_OTHERS = new Set([FORM_ID, "author"]);

/**
 * Returns the fields that Conform can read: it takes `a.b[0]` for a path, `__intent__` for a command, and a name that
 * every object has for an existing value.
 */
function readableForm(fields: ReadonlyMap<string, FormDataEntryValue>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    const isSafe = FIELD_NAME.test(name) && !name.split(".").some((part) => part in Object.prototype);
    if (isSafe && !READ_BY_OTHERS.has(name)) form.append(name, value);
  }
  return form;
}

/** Nobody can correct a button or a hidden field, so an error in one means that no page of ours sent the form. */
function isForeign(errors: Record<string, string[] | null> | null): boolean {
  return Object.entries(errors ?? {}).some(
    ([field, messages]) => field === "intent" || messages?.includes(NOT_OUR_FORM),
  );
}

async function redirectWhenDone({ to, message, options: { cookies = [], ...notice } }: Done) {
  const answer = message === "" ? redirect(to) : await redirectWithNotice(to, message, notice);
  for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

function errorsOf({ errors }: NotDone) {
  if (typeof errors === "string") return { formErrors: [errors] };
  return {
    fieldErrors: Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
  };
}

function withVersion<Reply extends FormReply>(reply: Reply, { version }: NotDone): Reply {
  if (version === undefined) return reply;
  return { ...reply, initialValue: { ...reply.initialValue, [VERSION]: version } };
}
