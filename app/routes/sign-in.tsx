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
import { callerOf } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { parseForm, postedForm } from "#access/posted-form.server.ts";
import { requireVisitor } from "#access/require-access.server.ts";
import { removedSessionCookie, sessionCookie } from "#access/session-cookie.server.ts";
import { pathToReturnTo } from "#access/sign-in-path.ts";
import type { Person } from "#domain/person.ts";
import { choosePassword } from "#features/sign-in/choose-password.server.ts";
import { readSignIn } from "#features/sign-in/read-sign-in.server.ts";
import { forgetUserName, rememberUserName } from "#features/sign-in/remembered-user-name.server.ts";
import { PasswordForm, ResetForm, UserNameForm } from "#features/sign-in/sign-in.schema.server.ts";
import { SignInPage, type SignInPageProps } from "#features/sign-in/sign-in-page.tsx";
import { signInByForm, wordsOf } from "#features/sign-in/sign-in.server.ts";
import { isUnanswered, unansweredStep, type SignInErrors } from "#features/sign-in/step.ts";
import { signOut } from "#features/sign-in/sign-out.server.ts";

export const access = "visitor" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Sign in - Termbook" }];

/** A step that was refused, which takes the place of what the loader says. */
type Refused = Pick<SignInPageProps, "step" | "userName"> & { errors: SignInErrors };

export async function loader({ request }: LoaderFunctionArgs) {
  return readSignIn(request, await requireVisitor(request));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const resetting = await requireVisitor(request);
  const form = await postedForm(request);
  const intent = form.get("intent");
  if (resetting)
    return intent === "restart" ? startAgain(resetting) : takeReset(resetting, { form, request });
  if (intent === "password") return takePassword(request, { form, ip: context.ip });
  return takeUserName(request, form);
}

/** Without an answer the step says so (T8); Remix would put an error page in its place. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof TypeError) return unansweredStep(form, error.message);
    throw error;
  }
}

/** After a step without an answer the loader would not be answered either. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  !isUnanswered(actionResult) && defaultShouldRevalidate;

export default function SignIn() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>();
  return <SignInPage {...page} {...refused} />;
}

async function takeUserName(request: Request, form: FormData) {
  const parsed = parseForm(form, UserNameForm);
  if (!parsed.ok) return refuse({ step: "username", userName: "", errors: parsed.errors });
  const next = new URL(request.url);
  next.searchParams.set("step", "password");
  next.searchParams.delete("ended");
  const headers = { "Set-Cookie": await rememberUserName(parsed.value.userName) };
  return redirect(next.pathname + next.search, { headers });
}

async function takePassword(request: Request, { form, ip }: { form: FormData; ip: string }) {
  const step = { step: "password", userName: String(form.get("userName") ?? "") } as const;
  const parsed = parseForm(form, PasswordForm);
  if (!parsed.ok) return refuse({ ...step, errors: parsed.errors });
  const outcome = await signInByForm(request, callerOf(request, ip));
  if (!outcome.ok) {
    const errors = { form: { title: "You are not signed in", text: wordsOf(outcome) } };
    return refuse({ ...step, errors }, outcome.reason === "wait" ? outcome.waitSeconds : null);
  }
  const headers = new Headers({ "Set-Cookie": sessionCookie(outcome.token) });
  headers.append("Set-Cookie", await forgetUserName());
  return replace(outcome.passwordReset ? resetPath(request) : pathToReturnTo(request), { headers });
}

async function takeReset(person: Person, { form, request }: { form: FormData; request: Request }) {
  const step = { step: "reset", userName: person.userName } as const;
  const parsed = parseForm(form, ResetForm);
  if (!parsed.ok) return refuse({ ...step, errors: parsed.errors });
  const choice = await choosePassword(person, parsed.value.newPassword);
  if (!choice.ok) return refuse({ ...step, errors: { newPassword: choice.fault } });
  return replace(pathToReturnTo(request));
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

function refuse(refused: Refused, waitSeconds: number | null = null) {
  if (waitSeconds === null) return data(refused, { status: 422 });
  return data(refused, { status: 429, headers: { "Retry-After": String(waitSeconds) } });
}
