import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { readSignature, requireEmployee } from "#features/profile/read-profile.server.ts";
import { removeOwnSignature, setOwnSignature } from "#features/profile/set-signature.server.ts";
import { SignatureDialog } from "#features/profile/signature-dialog.tsx";

export const access = "principal.sign" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Signature - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  requireEmployee(person);
  return readSignature(person);
}

/** The form carries a file; its field says what is wrong with it. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  requireEmployee(person);
  if (new URL(request.url).searchParams.has("remove")) {
    await removeOwnSignature(person, request);
    return redirectWithNotice(PATHS.profile, "Signature removed.");
  }
  const taken = await setOwnSignature(person, request);
  if (!taken.ok) return data({ fault: taken.fault }, { status: 422 });
  return redirectWithNotice(PATHS.profile, "Signature saved.");
}

export default function Signature() {
  const signature = useLoaderData<typeof loader>();
  const refused = useActionData<{ fault: string }>();
  return <SignatureDialog {...signature} fault={refused?.fault} />;
}
