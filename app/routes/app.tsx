import { data } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { takeNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import type { Visit } from "#access/session.server.ts";
import { initials, shortName } from "#domain/names.ts";
import { AppFrame } from "#features/shell/app-frame.tsx";
import { Failure } from "#features/shell/failure.tsx";
import { stayUnderDialogs } from "#saving/stay-under-dialogs.ts";

export const access = "signed-in" satisfies Access;

/** The menu, and the question that opens over it. */
const MENU = /^\/app(\/sign-out)?\/?$/;

/** A bar that failed to load would take the page away, and what is typed on it. */
export const shouldRevalidate = stayUnderDialogs;

/** Around all pages of who is signed in. It guards nothing but itself: each page checks its own access. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { notice, headers } = await takeNotice(request);
  return data({ ...barOf(visit), message: notice }, { headers });
}

/** A page that uses the whole width of the window, as sheets do, says so by `export const handle = { wide: true }`. */
export default function Shell() {
  const frame = useLoaderData<typeof loader>();
  const isMenu = MENU.test(useLocation().pathname);
  const wide = useMatches().some(({ handle }) => isWide(handle));
  return (
    <AppFrame {...frame} showMainMenu={!isMenu} wide={wide}>
      <Outlet />
    </AppFrame>
  );
}

/** A page that fails leaves the bar standing, with its way out. */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/app");
  // The bar itself could not be read: the root says so.
  if (!frame) throw error;
  return (
    <AppFrame {...frame} showMainMenu>
      <Failure error={error} />
    </AppFrame>
  );
}

function barOf({ person, school, period }: Visit) {
  return {
    school: { name: school.name },
    account: person.accountId,
    person: { displayName: shortName(person), initials: initials(person) },
    period: { label: period },
  };
}

function isWide(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "wide" in handle && handle.wide === true;
}
