import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PASSWORD_RULE } from "#access/passwords/new-password.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { ChangePassword } from "#features/profile/change-password.tsx";
import { postPasswords } from "#features/profile/post-passwords.server.ts";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";
import { PageHead } from "#ui/page/page-head.tsx";

export { handle, links } from "#ui/styles/for-people.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Your Password - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return { userName: person.userName, passwordRule: PASSWORD_RULE };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  return postPasswords(person, { request, form, ip: context.ip, to: PATHS.mainMenu });
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

/** One's own password alone: Admin has no profile, where the others find it. */
export default function Password() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <div className="max-w-[560px]">
      <PageHead title="Your Password" />
      <NotAnswered className="mb-4" failed={failed} title="Your password was not changed" />
      <ChangePassword errors={answer?.errors} {...useLoaderData<typeof loader>()} />
    </div>
  );
}
