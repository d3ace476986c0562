import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { ResetPasswordPage } from "#features/reset-password/reset-password-page.tsx";
import { loadPasswordResetList } from "#features/reset-password/reset-password.server.ts";

export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "employee-passwords" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Reset Password - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadPasswordResetList(visit, new URL(request.url).searchParams);
}

export default function ResetPassword() {
  return <ResetPasswordPage list={useLoaderData<typeof loader>()} />;
}
