import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { listApiCallAreas } from "#api/openapi/guide.server.ts";
import { ApiCallsPage } from "#features/api/calls-page.tsx";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "API - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAccess(request, access);
  return { areas: listApiCallAreas(), origin: new URL(request.url).origin };
}

export default function Calls() {
  return <ApiCallsPage {...useLoaderData<typeof loader>()} />;
}
