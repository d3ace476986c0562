import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Caller } from "#access/caller.server.ts";
import { signIn } from "./sign-in.server.ts";
import type { SignInOutcome } from "./sign-in.server.ts";

/** Signs in by the posted form: `userName` and `password`. A missing one is an empty one, and refused alike. */
export function signInByForm(request: Request, caller: Caller): Promise<SignInOutcome> {
  return new Authenticator<SignInOutcome>()
    .use(new FormStrategy(({ form }) => signIn(credentialsOf(form), caller)))
    .authenticate("form", request);
}

function credentialsOf(form: FormData): { userName: string; password: string } {
  return { userName: textOf(form.get("userName")), password: textOf(form.get("password")) };
}

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === "string" ? entry : "";
}
