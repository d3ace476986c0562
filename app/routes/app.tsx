import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { takeNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { authorOf } from "#access/author.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { accountCookie } from "#access/session-cookie.server.ts";
import type { Visit } from "#access/session.server.ts";
import { initials, shortName } from "#domain/names.ts";
import { PATHS } from "#domain/paths.ts";
import { AppFrame, type Back } from "#features/shell/frame/app-frame.tsx";
import { offeredProvider } from "#features/sign-in/provider/identity-provider.server.ts";
import { Failure } from "#features/shell/frame/failure.tsx";
import { useOfflinePage } from "#saving/offline/store-offline-page.ts";
import { stayForPrefetchedPages } from "#saving/offline/prefetched-pages.ts";

export const access = "signed-in" satisfies Access;

/** The menu, and the sign-out question that opens over it. */
const MENU = /^\/app(\/sign-out)?\/?$/;

/** If the bar failed to load, the page would go with what is typed on it; the list of unsent rows needs no server. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.nextUrl.pathname === PATHS.unsent ? false : stayForPrefetchedPages(args);
}

/** The shell stands around all pages of a signed-in person. It guards only itself: each page checks its own access. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { notice, headers } = await takeNotice(request);
  const cookies = new Headers(headers);
  const account = accountCookie(request, visit.person.accountId, context.secure);
  if (account) cookies.append("Set-Cookie", account);
  return data({ ...barOf(visit), message: notice }, { headers: cookies });
}

/**
 * A page that uses the whole width of the window, as sheets do, says so by `export const handle = { wide: true }`; one
 * that a reload without network shows again, by `offline: true`; one whose form is saved before it is left, by the form's
 * id: `formToLeave: (data) => "sheet"`; one that leads back to another page than the menu, where: `back: { to, label }`.
 */
export default function Shell() {
  const frame = useLoaderData<typeof loader>();
  const isMenu = MENU.test(useLocation().pathname);
  const matches = useMatches();
  const wide = matches.some((match) => handleOf(match, "wide"));
  const back = matches.map((match) => handleOf(match, "back") as Back | undefined).find(Boolean);
  useOfflinePage(matches.find((match) => handleOf(match, "offline"))?.pathname ?? null);
  const formToLeave = matches.map(formOf).find((form) => form !== null) ?? null;
  return (
    <AppFrame {...frame} back={isMenu ? null : back} formToLeave={formToLeave} wide={wide}>
      <Outlet />
    </AppFrame>
  );
}

/** When a page fails the bar stays, with its way out. */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/app");
  // Without the bar's own data the root says what happened.
  if (!frame) throw error;
  return (
    <AppFrame {...frame}>
      <Failure error={error} />
    </AppFrame>
  );
}

function barOf({ person, school, period, turningTo, secondsLeft }: Visit) {
  return {
    school: { name: school.name },
    account: person.accountId,
    author: authorOf(person),
    person: { displayName: shortName(person), initials: initials(person) },
    period: turningTo === null ? { label: period } : { label: `Turning to ${turningTo}`, isTurning: true },
    session: { userName: person.userName, timeZone: school.timeZone, secondsLeft, ...offeredProvider(null) },
  };
}

type Match = ReturnType<typeof useMatches>[number];

function handleOf({ handle }: Match, word: string): unknown {
  return typeof handle === "object" && handle ? Reflect.get(handle, word) : undefined;
}

/** The id of the page's form; null where nothing can be written. */
function formOf(match: Match): string | null {
  const form = handleOf(match, "formToLeave");
  return typeof form === "function" && match.data
    ? (form as (loaded: unknown) => string | null)(match.data)
    : null;
}
