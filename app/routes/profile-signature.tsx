import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { readSignature, requireEmployeeId } from "#features/profile/read-profile.server.ts";
import { submitSignatureForm } from "#features/profile/account.server.ts";
import { SignatureDialog } from "#features/profile/signature-dialog.tsx";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "sign-reports" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Signature - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  requireEmployeeId(person);
  return readSignature(person);
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  requireEmployeeId(person);
  return submitSignatureForm(person, request);
}

export default function Signature() {
  return <SignatureDialog {...useLoaderData<typeof loader>()} />;
}
