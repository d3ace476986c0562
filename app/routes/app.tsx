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
import { readNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { authorToken } from "#access/author.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { accountCookie } from "#access/session-cookie.server.ts";
import type { Visit } from "#access/session.server.ts";
import { initials, shortName } from "#domain/names.ts";
import { PATHS } from "#domain/paths.ts";
import { AppFrame, type BackLink } from "#features/shell/frame/app-frame.tsx";
import { providerForSignIn } from "#features/sign-in/provider/identity-provider.server.ts";
import { FailurePage } from "#features/shell/frame/failure.tsx";
import type { ShellFacts } from "#features/shell/frame/shell-context.ts";
import { useOfflinePage } from "#saving/offline/store-offline-page.ts";
import { shouldRevalidateUnlessPrefetched } from "#saving/offline/prefetched-pages.ts";

export const access = "signed-in" satisfies Access;

/** Matches the menu, with or without the sign-out question over it. */
const MENU = /^\/app(\/sign-out)?\/?$/;

/**
 * Skips the reload for the list of unsent rows, which needs no server: a failed reload would replace the page and lose
 * values typed on it.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.nextUrl.pathname === PATHS.unsent ? false : shouldRevalidateUnlessPrefetched(args);
}

/**
 * Loads the data of the bar around all pages of a signed-in person. Its access check covers the bar only; each page
 * checks its own access.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { notice, headers } = await readNotice(request);
  const cookies = new Headers(headers);
  const account = accountCookie(request, visit.person.accountId, context.secure);
  if (account) cookies.append("Set-Cookie", account);
  return data({ ...barOf(visit), message: notice }, { headers: cookies });
}

/**
 * The frame of all pages. A route can set these in its `handle`: `wide: true` for a page that uses the whole width of
 * the window, as sheets do; `offline: true` for one that reloads without network; `formToLeave: (data) => "sheet"` with
 * the id of a form to save before leaving; `back: { to, label }`, or a function of the page's data that returns it, for
 * a page that does not lead back to the menu.
 */
export default function Shell() {
  const frame = useLoaderData<typeof loader>();
  const isMenu = MENU.test(useLocation().pathname);
  const matches = useMatches();
  const wide = matches.some((match) => handleOf(match, "wide"));
  const back = matches.map(backOf).find(Boolean);
  useOfflinePage(matches.find((match) => handleOf(match, "offline"))?.pathname ?? null);
  const formToLeave = matches.map(formOf).find((form) => form !== null) ?? null;
  return (
    <AppFrame {...frame} back={isMenu ? null : back} formToLeave={formToLeave} wide={wide}>
      <Outlet />
    </AppFrame>
  );
}

/** Keeps the bar on a page that failed, so that the person can open another page. */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/app");
  // The bar's own data is missing, so the root's error page is shown.
  if (!frame) throw error;
  return (
    <AppFrame {...frame}>
      <FailurePage error={error} />
    </AppFrame>
  );
}

function barOf({ person, school, period, changingToTerm, secondsLeft }: Visit): ShellFacts {
  return {
    school: { name: school.name },
    account: person.accountId,
    author: authorToken(person),
    person: { displayName: shortName(person), initials: initials(person) },
    period:
      changingToTerm === null
        ? { label: period }
        : { label: `Changing to ${changingToTerm}`, isRolloverUnderWay: true },
    session: {
      userName: person.userName,
      timeZone: school.timeZone,
      secondsLeft,
      ...providerForSignIn(null),
    },
  };
}

type Match = ReturnType<typeof useMatches>[number];

function handleOf({ handle }: Match, word: string): unknown {
  return typeof handle === "object" && handle ? Reflect.get(handle, word) : undefined;
}

/** Returns the page that the link back leads to, if it is not the menu. */
function backOf(match: Match): BackLink | undefined {
  const back = handleOf(match, "back");
  if (typeof back !== "function") return back as BackLink | undefined;
  return match.data ? (back as (loaded: unknown) => BackLink)(match.data) : undefined;
}

/** Returns the id of the form to save before leaving the page, or null if nothing can be written. */
function formOf(match: Match): string | null {
  const form = handleOf(match, "formToLeave");
  return typeof form === "function" && match.data
    ? (form as (loaded: unknown) => string | null)(match.data)
    : null;
}
