import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import { FORM_ID_FIELD, VERSION_FIELD, type FormReply } from "#domain/form-reply.ts";
import { badRequest, conflict } from "#runtime/errors.ts";
import { OUTDATED_FORM_MESSAGE } from "./form-values.schema.server.ts";
import { redirectWithNotice, type Notice } from "../notice.server.ts";
import { readPostedForm } from "../posted-form.server.ts";

/** The outcome of a form's handler: the change was made, or it was rejected or is out of date. */
export type FormOutcome<Result = never> = Done | DoneHere<Result> | FormFailure;

type Done = { kind: "done"; to: string; message: string; options: DoneOptions };
type DoneHere<Result> = { kind: "done-here"; result: Result; keepsFields: boolean };
export type FormFailure<Status = 200 | 409 | 422 | 429> = {
  kind: "not-done";
  status: Status;
  errors: Errors;
  version?: string | undefined;
  headers?: HeadersInit;
};

type DoneOptions = Partial<Omit<Notice, "text">> & { cookies?: readonly string[] };
/** Error messages by field name, or one message about the whole form. */
type Errors = Readonly<Record<string, string>> | string;

/** Returns the outcome of a successful change. The browser is redirected to `to`, which shows the message. */
export function formSucceeded(to: string, message = "", options: DoneOptions = {}): Done {
  return { kind: "done", to, message, options };
}

/**
 * Returns the outcome of a change whose result is shown only once, such as a token; `useFormResult` reads it.
 * @param options `keepsFields` leaves the typed values in the form, for a change that was made only in part
 */
export function formSucceededWithResult<Result>(
  result: Result,
  { keepsFields = false } = {},
): DoneHere<Result> {
  return { kind: "done-here", result, keepsFields };
}

/** Returns the outcome of a form that changes nothing and is shown again, such as a preview without JavaScript. */
export function reshowForm(): FormFailure<200> {
  return { kind: "not-done", status: 200, errors: {} };
}

/** Returns the outcome of a change that was rejected for a reason that the form's schema cannot check. */
export function rejected(errors: Errors): FormFailure<422> {
  return { kind: "not-done", status: 422, errors };
}

/**
 * Returns the outcome of a change that was not saved because somebody else changed the data first. The errors describe
 * the current data. If `version` is the current version, pressing the button again overwrites the current data.
 */
export function stale(errors: Errors, version?: number | string): FormFailure<409> {
  return { kind: "not-done", status: 409, errors, version: version?.toString() };
}

/**
 * Compares the version with which the form was opened with the current one.
 * @param errors a description of the current data, which pressing the button again overwrites
 * @throws conflict if they differ; `handleForm` responds as for `stale`, and an API call with the errors by field
 */
export function checkVersion<Version extends number | string>(
  { opened, current }: { opened: Version; current: Version },
  errors: Errors,
): void {
  if (opened === current) return;
  const outcome = stale(errors, current);
  const { fieldErrors } = errorsOf(outcome);
  throw Object.assign(conflict(formatFormFailure(outcome)), { outcome, errors: fieldErrors });
}

/** Returns the outcome of a form that was not processed because there were too many attempts. */
export function formTooManyAttempts(errors: Errors, waitSeconds: number): FormFailure<429> {
  return { kind: "not-done", status: 429, errors, headers: { "Retry-After": String(waitSeconds) } };
}

/** Returns the errors of an outcome as one sentence, for callers that are not a form. */
export function formatFormFailure({ errors }: FormFailure): string {
  return typeof errors === "string" ? errors : (Object.values(errors)[0] ?? "");
}

/**
 * Handles a posted form: parses it, calls the handler, and responds with a redirect and a message, or with the errors
 * that `useActionForm` shows beside the typed values.
 * @throws BadRequest for a form that none of our pages sends, Invalid for repeated names
 */
export async function handleForm<Schema extends z.ZodType, Result = never>(
  request: Request,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<FormOutcome<Result> | Response>,
) {
  return handleFormFields(await readPostedForm(request), schema, verb);
}

/** Handles a form with a file, whose fields `receiveFile` has already read. @throws BadRequest, as `handleForm` does */
export async function handleFormFields<Schema extends z.ZodType, Result = never>(
  fields: Iterable<[string, FormDataEntryValue]>,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<FormOutcome<Result> | Response>,
) {
  const sent = new Map(fields);
  const submission = parseWithZod(readableForm(sent), { schema });
  const hideFields = [...sent.keys()].filter((name) => /password/i.test(name));
  const reply = (options: Parameters<typeof submission.reply>[0]): FormReply<Result> => ({
    ...submission.reply({ hideFields, ...options }),
    formId: String(sent.get(FORM_ID_FIELD) ?? ""),
  });
  if (submission.status !== "success") {
    if (isForeign(submission.error)) throw badRequest();
    return data(reply({}), 422);
  }
  const outcome = await verb(submission.value).catch(outcomeOfOtherVersion);
  // The outcome of signing in is a response, which sets cookies and replaces the page that asks for the password.
  if (outcome instanceof Response) return outcome;
  switch (outcome.kind) {
    case "done":
      return redirectWhenDone(outcome);
    case "done-here":
      // Without JavaScript, Remix would otherwise use the status of the loaders, which run after the change.
      return data({ ...reply({ resetForm: !outcome.keepsFields }), result: outcome.result }, 200);
    case "not-done": {
      const { status, headers = {} } = outcome;
      return data(withVersion(reply(errorsOf(outcome)), outcome), { status, headers });
    }
  }
}

/**
 * Handles a form that consists of buttons and has no page of its own. A failure is thrown, because the user has no
 * field to correct.
 * @throws BadRequest in the same cases as `handleForm`
 */
export async function handleButtonForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<Done>,
): Promise<Response> {
  const form = readableForm(new Map(await readPostedForm(request)));
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") throw badRequest();
  return redirectWhenDone(await verb(submission.value));
}

/** Matches a field name, which may end with the key of a table row: `move.12`. */
const FIELD_NAME = /^[a-z][\w/-]*(?:\.[\w-]+)?$/i;
const READ_BY_OTHERS = new Set([FORM_ID_FIELD, "author"]);

/**
 * Returns the fields that are safe to pass to Conform, our form library. Conform treats `a.b[0]` as a path and
 * `__intent__` as a command, and confuses names such as `constructor` with properties that every object has.
 */
function readableForm(fields: ReadonlyMap<string, FormDataEntryValue>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    const isSafe = FIELD_NAME.test(name) && !name.split(".").some((part) => part in Object.prototype);
    if (isSafe && !READ_BY_OTHERS.has(name)) form.append(name, value);
  }
  return form;
}

/** Tells whether the form cannot come from our pages: its button or a hidden field has an impossible value. */
function isForeign(errors: Record<string, string[] | null> | null): boolean {
  return Object.entries(errors ?? {}).some(
    ([field, messages]) => field === "intent" || messages?.includes(OUTDATED_FORM_MESSAGE),
  );
}

function outcomeOfOtherVersion(error: unknown): FormFailure {
  if (error instanceof Error && "outcome" in error) return error.outcome as FormFailure;
  throw error;
}

async function redirectWhenDone({ to, message, options: { cookies = [], ...notice } }: Done) {
  const answer = message === "" ? redirect(to) : await redirectWithNotice(to, message, notice);
  for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

function errorsOf({ errors }: FormFailure) {
  if (typeof errors === "string") return { formErrors: [errors] };
  return {
    fieldErrors: Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
  };
}

function withVersion<Reply extends FormReply>(reply: Reply, { version }: FormFailure): Reply {
  if (version === undefined) return reply;
  return { ...reply, initialValue: { ...reply.initialValue, [VERSION_FIELD]: version } };
}
