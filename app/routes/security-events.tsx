import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { readSecurityEvents } from "#features/security-events/events.server.ts";
import { SecurityEventsPage } from "#features/security-events/security-events-page.tsx";

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Security Events - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { school } = await requireVisit(request, access);
  return readSecurityEvents(school, new URL(request.url).searchParams);
}

export default function SecurityEvents() {
  return <SecurityEventsPage {...useLoaderData<typeof loader>()} />;
}
