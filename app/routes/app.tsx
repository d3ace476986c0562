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
import { createAuthorToken } from "#access/author.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { createAccountCookie } from "#access/session-cookie.server.ts";
import type { Visit } from "#access/session.server.ts";
import { formatInitials, formatShortName } from "#domain/names.ts";
import { PATHS } from "#domain/paths.ts";
import { AppFrame, type BackLink } from "#features/shell/frame/app-frame.tsx";
import { providerForSignIn } from "#features/sign-in/provider/identity-provider.server.ts";
import { FailurePage } from "#features/shell/frame/failure.tsx";
import type { ShellContext } from "#features/shell/frame/shell-context.ts";
import { useOfflinePage } from "#saving/offline/store-offline-page.ts";
import { shouldRevalidateUnlessPrefetched } from "#saving/offline/prefetched-pages.ts";

export const access = "signed-in" satisfies Access;

/** Matches the menu, alone or with the sign-out dialog over it. */
const MENU = /^\/app(\/sign-out)?\/?$/;

/**
 * Skips the reload when the person opens the list of unsent rows. That list needs no server, and a failed reload would
 * replace the page and lose values typed on it.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.nextUrl.pathname === PATHS.unsent ? false : shouldRevalidateUnlessPrefetched(args);
}

/**
 * Loads the data of the app bar around every page of a signed-in person. The access check covers only the bar; each
 * page checks its own access.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const { notice, headers } = await readNotice(request);
  const cookies = new Headers(headers);
  const account = createAccountCookie(request, visit.person.accountId, context.secure);
  if (account) cookies.append("Set-Cookie", account);
  return data({ ...barOf(visit), message: notice }, { headers: cookies });
}

/**
 * The frame around all pages. A route can configure it with its `handle`: `wide: true` for a page that uses the whole
 * width of the window, such as a mark sheet; `offline: true` for a page that reloads without a network; `formToLeave:
 * (data) => "sheet"` with the id of a form to save before leaving; and `back: { to, label }`, or a function of the
 * page's data that returns one, for a page whose back link does not lead to the menu.
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

/** Keeps the app bar above the error of a page, so that the person can open another page. */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/app");
  // Without the bar's own data, the root shows its error page instead.
  if (!frame) throw error;
  return (
    <AppFrame {...frame}>
      <FailurePage error={error} />
    </AppFrame>
  );
}

function barOf({ person, school, period, changingToTerm, secondsLeft }: Visit): ShellContext {
  return {
    school: { name: school.name },
    account: person.accountId,
    author: createAuthorToken(person),
    person: { displayName: formatShortName(person), initials: formatInitials(person) },
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

/** Returns the target of the page's back link, or undefined if the link leads to the menu. */
function backOf(match: Match): BackLink | undefined {
  const back = handleOf(match, "back");
  if (typeof back !== "function") return back as BackLink | undefined;
  return match.data ? (back as (loaded: unknown) => BackLink)(match.data) : undefined;
}

/** Returns the id of the form to save before leaving the page, or null if the person cannot edit anything. */
function formOf(match: Match): string | null {
  const form = handleOf(match, "formToLeave");
  return typeof form === "function" && match.data
    ? (form as (loaded: unknown) => string | null)(match.data)
    : null;
}
