import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { findDescribedApiCall } from "#api/openapi/guide.server.ts";
import { PATHS } from "#domain/paths.ts";
import { ApiCallPage } from "#features/api/call-page.tsx";
import { notFound } from "#runtime/errors.ts";

export const handle = { back: { to: PATHS.api, label: "API" } };

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.call.method} ${data.call.path}` : "API"} - Termbook` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  const call = findDescribedApiCall(params.callId);
  if (!call) throw notFound("This API call does not exist. Choose a call from the list.");
  return { call };
}

export default function Call() {
  return <ApiCallPage {...useLoaderData<typeof loader>()} />;
}
