import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { FORM_ID, VERSION, type FormReply } from "#domain/form-reply.ts";
import { badRequest } from "#runtime/errors.ts";
import { NOT_OUR_FORM } from "./form-values.schema.server.ts";
import { redirectWithNotice, type Notice } from "../notice.server.ts";
import { postedForm } from "../posted-form.server.ts";

/** A verb returns that the change is made, that it is rejected, or that the data has changed since the form was opened. */
export type Outcome<Result = never> = Done | DoneHere<Result> | NotDone;

type Done = { kind: "done"; to: string; message: string | null; options: DoneOptions };
type DoneHere<Result> = { kind: "done-here"; result: Result };
type NotDone = { kind: "not-done"; status: 200 | 409 | 422; errors: Errors; version?: string | undefined };

type DoneOptions = Partial<Omit<Notice, "text">> & { cookies?: readonly string[] };
/** Messages by the name of their field, or one message about the whole form. */
type Errors = Readonly<Record<string, string>> | string;

/** The change is made. The browser goes to a page, often the same one, which shows the message, if there is one. */
export function done(to: string, message: string | null, options: DoneOptions = {}): Done {
  return { kind: "done", to, message, options };
}

/** The change is made, and only this answer can show its result, such as a new token. `useFormResult` reads it. */
export function doneHere<Result>(result: Result): DoneHere<Result> {
  return { kind: "done-here", result };
}

/** Nothing was to be changed: the form comes back as it was sent, such as for a preview without script. */
export function unchanged(): NotDone {
  return { kind: "not-done", status: 200, errors: {} };
}

/** Nothing is changed, for a reason that the schema cannot know. */
export function rejected(errors: Errors): NotDone {
  return { kind: "not-done", status: 422, errors };
}

/**
 * Nothing is changed, because somebody else was faster. The message says what stands there now, so with the version of
 * now the same button saves over it. Without a version there is nothing left to change.
 */
export function stale(errors: Errors, version?: number | string): NotDone {
  return { kind: "not-done", status: 409, errors, version: version?.toString() };
}

/**
 * Answers a posted form: parses it, calls the verb, and turns the outcome into a redirect with a message, or into a reply
 * that `useActionForm` shows in the form beside what was typed.
 * @throws badRequest for a form that no page of ours sends, invalid for repeated names
 */
export async function answerForm<Schema extends z.ZodType, Result = never>(
  request: Request,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<Outcome<Result>>,
) {
  return answerFields(await postedForm(request), schema, verb);
}

/** Answers a form with a file, whose fields `receiveFile` has read already. @throws badRequest as `answerForm` */
export async function answerFields<Schema extends z.ZodType, Result = never>(
  fields: Iterable<[string, FormDataEntryValue]>,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<Outcome<Result>>,
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
  switch (outcome.kind) {
    case "done":
      return redirectWhenDone(outcome);
    case "done-here":
      return data({ ...reply({ resetForm: true }), result: outcome.result });
    case "not-done":
      return data(withVersion(reply(errorsOf(outcome)), outcome), outcome.status);
  }
}

/** A name, or a name and a key for the rows of a table: `move.12`. */
const FIELD_NAME = /^[a-z][\w-]*(?:\.[\w-]+)?$/i;
const READ_BY_OTHERS = new Set([FORM_ID, "author"]);

/**
 * The fields that Conform may read: it takes `a.b[0]` for a path, `__intent__` for a command, and a name that every
 * object has for a value that is there already.
 */
function readableForm(fields: ReadonlyMap<string, FormDataEntryValue>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    const isSafe = FIELD_NAME.test(name) && !name.split(".").some((part) => part in Object.prototype);
    if (isSafe && !READ_BY_OTHERS.has(name)) form.append(name, value);
  }
  return form;
}

/** Nobody can correct a button or a hidden field: the form was not sent by a page of ours. */
function isForeign(errors: Record<string, string[] | null> | null): boolean {
  return Object.entries(errors ?? {}).some(
    ([field, messages]) => field === "intent" || messages?.includes(NOT_OUR_FORM),
  );
}

async function redirectWhenDone({ to, message, options: { cookies = [], ...notice } }: Done) {
  const answer = message === null ? redirect(to) : await redirectWithNotice(to, message, notice);
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
