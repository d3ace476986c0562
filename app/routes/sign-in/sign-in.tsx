import {
  data,
  redirect,
  replace,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import type { z } from "zod";
import { shortenIpAddress, describeCaller } from "#access/caller.server.ts";
import { CARRIED_FORM_FIELD } from "#access/carried/carried-form.server.ts";
import {
  handleFormFields,
  rejected,
  formTooManyAttempts,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { createNoticeCookie } from "#access/notice.server.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireVisitor } from "#access/require-access.server.ts";
import { createExpiredSessionCookie, createSessionCookie } from "#access/session-cookie.server.ts";
import { pathAfterSignIn } from "#access/sign-in-path.ts";
import type { Person } from "#domain/person.ts";
import { signInByForm } from "#features/sign-in/authenticator.server.ts";
import {
  carryFormThroughSignIn,
  type SignInStepView,
  deleteUserNameCookie,
  readSignIn,
  rememberUserName,
} from "#features/sign-in/read-sign-in.server.ts";
import { SignInPage } from "#features/sign-in/sign-in-page.tsx";
import {
  replaceOneTimePassword,
  PasswordFormSchema,
  ResetPasswordFormSchema,
  signOut,
  UserNameFormSchema,
  describeSignInRefusal,
} from "#features/sign-in/sign-in.server.ts";
import { describeFailedStep, WANTS_NEXT_PAGE_FIELD, type SignInStep } from "#features/sign-in/step.ts";
import { OPEN_NEXT_PAGE_HEADER } from "#runtime/request-context.ts";
import { isFailure, type RequestFailure } from "#ui/form/form-result.ts";

export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "visitor" satisfies Access;

/** Loads the page's scripts late, because the form works before any script has arrived. */
export const handle = { scripts: "late" };

export const meta: MetaFunction = () => [{ title: "Sign in - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readSignIn(request, await requireVisitor(request));
}

export async function action(args: ActionFunctionArgs) {
  return carryFormThroughSignIn(args.request, () => takeStep(args));
}

async function takeStep({ request, context }: ActionFunctionArgs) {
  const resetting = await requireVisitor(request);
  const form = await readPostedForm(request);
  const intent = form.get("intent");
  if (resetting)
    return intent === "restart"
      ? startAgain(resetting)
      : takeReset(request, { resetting, form, ip: context.ip });
  return intent === "password"
    ? takePassword(request, { form, ip: context.ip })
    : takeUserName(request, form);
}

/** Shows a failed request in the current step, because Remix would replace the step with an error page. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return describeFailedStep(form, error);
  }
}

export default function SignIn() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<SignInStepView | RequestFailure>();
  const shown = isFailure(answer) ? undefined : answer;
  return <SignInPage {...page} {...shown} />;
}

function takeUserName(request: Request, form: FormData) {
  return answerStep("username", { form, userName: "" }, UserNameFormSchema, async ({ userName }) => {
    const next = new URL(request.url);
    next.searchParams.set("step", "password");
    for (const said of ["ended", "provider"]) next.searchParams.delete(said);
    const headers = { "Set-Cookie": await rememberUserName(userName) };
    return redirect(next.pathname + next.search, { headers });
  });
}

function takePassword(request: Request, { form, ip }: { form: FormData; ip: string }) {
  const userName = String(form.get("userName") ?? "");
  return answerStep("password", { form, userName }, PasswordFormSchema, async () => {
    const outcome = await signInByForm(request, await describeCaller(request, ip));
    if (!outcome.ok) {
      const errors = { password: describeSignInRefusal(outcome) };
      return outcome.reason === "wait" ? formTooManyAttempts(errors, outcome.waitSeconds) : rejected(errors);
    }
    const headers = withCookies([...outcome.cookies, await deleteUserNameCookie()]);
    if (form.has(WANTS_NEXT_PAGE_FIELD)) headers.set(OPEN_NEXT_PAGE_HEADER, "1");
    return replace(outcome.passwordReset ? resetPath(request) : pathAfterSignIn(request), { headers });
  });
}

type Reset = { resetting: Person; form: FormData; ip: string };

function takeReset(request: Request, { resetting, form, ip }: Reset) {
  const { userName } = resetting;
  return answerStep("reset", { form, userName }, ResetPasswordFormSchema, async ({ newPassword }) => {
    const choice = await replaceOneTimePassword(resetting, { newPassword, address: shortenIpAddress(ip) });
    if (!choice.ok) return rejected({ newPassword: choice.fault });
    const cookies = [createSessionCookie(choice.token), await createNoticeCookie(choice.said)];
    return replace(pathAfterSignIn(request), { headers: withCookies(cookies) });
  });
}

type Posted = { form: FormData; userName: string };

/** Handles the form of one step. A rejected step is shown again, even if the address belongs to another step. */
async function answerStep<Schema extends z.ZodType>(
  step: SignInStep,
  { form, userName }: Posted,
  schema: Schema,
  verb: (input: z.output<Schema>) => Promise<FormOutcome | Response>,
) {
  const fields = [...form].filter(([name]) => name !== CARRIED_FORM_FIELD);
  const answer = await handleFormFields(fields, schema, verb);
  if (answer instanceof Response) return answer;
  return data({ ...answer.data, formId: step, step, userName }, answer.init ?? undefined);
}

async function startAgain(person: Person) {
  await signOut(person);
  return redirect("/", { headers: { "Set-Cookie": createExpiredSessionCookie() } });
}

/** Returns the address of the step that sets a new password. The address keeps the page to open afterwards. */
function resetPath(request: Request): string {
  const wanted = pathAfterSignIn(request);
  return `/?${new URLSearchParams({ next: wanted })}`;
}

function withCookies(cookies: readonly string[]): Headers {
  return new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
}
