import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { callerOf } from "#access/caller.server.ts";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { parseForm, postedForm } from "#access/posted-form.server.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import type { Person } from "#domain/person.ts";
import { changePassword, ChangePasswordForm } from "#features/profile/change-password.server.ts";
import type { ChangePasswordErrors } from "#features/profile/change-password.tsx";
import { endSession, EndSessionForm } from "#features/profile/end-session.server.ts";
import { ProfilePage } from "#features/profile/profile-page.tsx";
import { readProfile, requireEmployee } from "#features/profile/read-profile.server.ts";
import { badRequest } from "#runtime/errors.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Profile - Termbook" }];

type Refused = { errors: ChangePasswordErrors };

export async function loader({ request }: LoaderFunctionArgs) {
  const { person, school } = await requireVisit(request, access);
  return readProfile(person, school);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  requireEmployee(person);
  const form = await postedForm(request);
  if (form.get("intent") === "end-session") return takeEnd(person, form);
  return takePasswords(person, { form, address: callerOf(request, context.ip).address });
}

export default function Profile() {
  const profile = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>();
  return (
    <>
      <ProfilePage {...profile} errors={refused?.errors} />
      <Outlet />
    </>
  );
}

async function takeEnd(person: Person, form: FormData) {
  const parsed = parseForm(form, EndSessionForm);
  if (!parsed.ok) throw badRequest();
  await endSession(person, parsed.value.sessionId);
  return redirectWithNotice("/app/profile", "Session ended.");
}

async function takePasswords(person: Person, { form, address }: { form: FormData; address: string }) {
  const parsed = parseForm(form, ChangePasswordForm);
  if (!parsed.ok) return refuse(parsed.errors);
  const { currentPassword, newPassword } = parsed.value;
  const change = await changePassword(person, { currentPassword, newPassword, address });
  if (!change.ok) return refuse({ [change.field]: change.fault });
  return redirectWithNotice("/app/profile", "Password changed. You were signed out everywhere else.");
}

function refuse(errors: ChangePasswordErrors) {
  return data({ errors } satisfies Refused, { status: 422 });
}
