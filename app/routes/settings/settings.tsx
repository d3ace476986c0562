import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { readSettings } from "#features/settings/read-settings.server.ts";
import { SettingsPage } from "#features/settings/settings-page.tsx";

export const access = "settings.manage" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Settings - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readSettings(await requireVisit(request, access));
}

export default function Settings() {
  return <SettingsPage settings={useLoaderData<typeof loader>()} />;
}
