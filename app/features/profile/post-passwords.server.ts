import { data } from "@remix-run/node";
import { callerOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import { parseForm } from "#access/posted-form.server.ts";
import { sessionCookie } from "#access/session-cookie.server.ts";
import type { Person } from "#domain/person.ts";
import { changePassword, ChangePasswordForm } from "./change-password.server.ts";
import type { ChangePasswordErrors } from "./change-password.tsx";

export type PasswordRefused = { errors: ChangePasswordErrors };

type Sent = { request: Request; form: FormData; ip: string; to: string };

/** Takes the form `change-password`. @param sent `to`: the page that says what was done */
export async function postPasswords(person: Person, { request, form, ip, to }: Sent) {
  const parsed = parseForm(form, ChangePasswordForm);
  if (!parsed.ok) return refuse(parsed.errors);
  const change = await changePassword(person, parsed.value, await callerOf(request, ip));
  if (!change.ok) return refuse({ [change.field]: change.fault });
  const done = await redirectWithNotice(to, change.said);
  done.headers.append("Set-Cookie", sessionCookie(change.token));
  return done;
}

function refuse(errors: ChangePasswordErrors) {
  return data({ errors } satisfies PasswordRefused, { status: 422 });
}
