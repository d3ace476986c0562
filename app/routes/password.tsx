import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { describeCaller } from "#access/caller.server.ts";
import { handleForm } from "#access/forms/answer-form.server.ts";
import { PASSWORD_RULE } from "#access/passwords/new-password.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { OwnAccountFormSchema, submitOwnAccountForm } from "#features/profile/account.server.ts";
import { ChangePasswordForm } from "#features/profile/profile-page.tsx";
import { PageHead } from "#ui/page/page-head.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Your Password - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return { userName: person.userName, passwordRule: PASSWORD_RULE };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const caller = await describeCaller(request, context.ip);
  return handleForm(request, OwnAccountFormSchema, (input) =>
    submitOwnAccountForm(person, { input, caller, to: PATHS.mainMenu }),
  );
}

/** The Admin account changes its password on this page. Everybody else has this form on their profile. */
export default function Password() {
  return (
    <div className="max-w-[560px]">
      <PageHead title="Your Password" />
      <ChangePasswordForm {...useLoaderData<typeof loader>()} />
    </div>
  );
}
