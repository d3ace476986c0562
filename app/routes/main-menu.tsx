import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { readMainMenu } from "#features/main-menu/read-menu.server.ts";
import { MainMenu, MenuWarning, WelcomeHeader } from "#features/main-menu/main-menu.tsx";

export const access = "signed-in" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Main Menu - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return readMainMenu(await requireVisit(request, access));
}

export default function MainMenuScreen() {
  const { displayName, period, today, school, sections, trouble } = useLoaderData<typeof loader>();
  return (
    <>
      <WelcomeHeader displayName={displayName} period={period} today={today} />
      {trouble ? <MenuWarning {...trouble} /> : null}
      <MainMenu school={school} sections={sections} />
      <Outlet />
    </>
  );
}
