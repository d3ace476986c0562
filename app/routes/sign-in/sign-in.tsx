import {
  data,
  redirect,
  replace,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { addressOf, callerOf } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { noticeCookie } from "#access/notice.server.ts";
import { parseForm, postedForm } from "#access/posted-form.server.ts";
import { requireVisitor } from "#access/require-access.server.ts";
import { removedSessionCookie, sessionCookie } from "#access/session-cookie.server.ts";
import { pathToReturnTo } from "#access/sign-in-path.ts";
import type { Person } from "#domain/person.ts";
import { signInByForm } from "#features/sign-in/authenticator.server.ts";
import { carryForm, type ShownStep } from "#features/sign-in/carry-form.server.ts";
import { forgetUserName, readSignIn, rememberUserName } from "#features/sign-in/read-sign-in.server.ts";
import { SignInPage } from "#features/sign-in/sign-in-page.tsx";
import {
  choosePassword,
  notSignedIn,
  PasswordForm,
  ResetForm,
  signOut,
  UserNameForm,
  wordsOf,
} from "#features/sign-in/sign-in.server.ts";
import { failedStep, isFailedStep } from "#features/sign-in/step.ts";

export const access = "visitor" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Sign in - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readSignIn(request, await requireVisitor(request));
}

export async function action(args: ActionFunctionArgs) {
  return carryForm(args.request, () => takeStep(args));
}

async function takeStep({ request, context }: ActionFunctionArgs) {
  const resetting = await requireVisitor(request);
  const form = await postedForm(request);
  const intent = form.get("intent");
  if (resetting)
    return intent === "restart"
      ? startAgain(resetting)
      : takeReset(request, { resetting, form, ip: context.ip });
  if (intent === "password") return takePassword(request, { form, ip: context.ip });
  return takeUserName(request, form);
}

/** Without an answer, and with an error for one, the step says so (T8); Remix would put an error page in its place. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return failedStep(form, error);
  }
}

/** After a step that failed the loader would not be answered either. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isFailedStep(actionResult) && defaultShouldRevalidate;

export default function SignIn() {
  const page = useLoaderData<typeof loader>();
  const shown = useActionData<ShownStep>();
  return <SignInPage {...page} {...shown} />;
}

async function takeUserName(request: Request, form: FormData) {
  const parsed = parseForm(form, UserNameForm);
  if (!parsed.ok) return refuse({ step: "username", userName: "", errors: parsed.errors });
  const next = new URL(request.url);
  next.searchParams.set("step", "password");
  for (const said of ["ended", "provider"]) next.searchParams.delete(said);
  const headers = { "Set-Cookie": await rememberUserName(parsed.value.userName) };
  return redirect(next.pathname + next.search, { headers });
}

async function takePassword(request: Request, { form, ip }: { form: FormData; ip: string }) {
  const step = { step: "password", userName: String(form.get("userName") ?? "") } as const;
  const parsed = parseForm(form, PasswordForm);
  if (!parsed.ok) return refuse({ ...step, errors: parsed.errors });
  const outcome = await signInByForm(request, await callerOf(request, ip));
  if (!outcome.ok) {
    const errors = notSignedIn(wordsOf(outcome));
    return refuse({ ...step, errors }, outcome.reason === "wait" ? outcome.waitSeconds : null);
  }
  const headers = withCookies([...outcome.cookies, await forgetUserName()]);
  return replace(outcome.passwordReset ? resetPath(request) : pathToReturnTo(request), { headers });
}

type Reset = { resetting: Person; form: FormData; ip: string };

async function takeReset(request: Request, { resetting, form, ip }: Reset) {
  const step = { step: "reset", userName: resetting.userName } as const;
  const parsed = parseForm(form, ResetForm);
  if (!parsed.ok) return refuse({ ...step, errors: parsed.errors });
  const { newPassword } = parsed.value;
  const choice = await choosePassword(resetting, { newPassword, address: addressOf(ip) });
  if (!choice.ok) return refuse({ ...step, errors: { newPassword: choice.fault } });
  const cookies = [sessionCookie(choice.token), await noticeCookie(choice.said)];
  return replace(pathToReturnTo(request), { headers: withCookies(cookies) });
}

async function startAgain(person: Person) {
  await signOut(person);
  return redirect("/", { headers: { "Set-Cookie": removedSessionCookie() } });
}

/** The page that was wanted is still wanted after the change of password. */
function resetPath(request: Request): string {
  const wanted = pathToReturnTo(request);
  return `/?${new URLSearchParams({ next: wanted })}`;
}

function withCookies(cookies: readonly string[]): Headers {
  return new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
}

function refuse(refused: ShownStep, waitSeconds: number | null = null) {
  if (waitSeconds === null) return data(refused, { status: 422 });
  return data(refused, { status: 429, headers: { "Retry-After": String(waitSeconds) } });
}
