import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { HealthPage } from "#features/settings/health/health-page.tsx";
import { readHealth } from "#features/settings/health/read-health.server.ts";
import { handle as formStyles } from "#ui/styles/for-forms.ts";

export { links } from "#ui/styles/for-forms.ts";

export const handle = { ...formStyles, back: { to: PATHS.settings, label: "Settings" } };

export const access = "admin" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Health - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { health: await readHealth(visit) };
}

export default function Health() {
  return <HealthPage health={useLoaderData<typeof loader>().health} />;
}
