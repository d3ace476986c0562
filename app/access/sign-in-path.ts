export const SIGN_IN = "/";
const MAIN_MENU = "/app";
const OWN_ORIGIN = "http://here.invalid";

/** Where to go after the sign-in: the page that was wanted, when `next` names one of ours, else the main menu (T2). */
export function pathToReturnTo(request: Request): string {
  const next = new URL(request.url).searchParams.get("next") ?? "";
  return isOwnPage(next) ? next : MAIN_MENU;
}

/** `//elsewhere`, `/\elsewhere` and `/app/../..//elsewhere` all begin like a path of ours, and are not. */
function isOwnPage(next: string): boolean {
  if (!next.startsWith("/") || !URL.canParse(next, OWN_ORIGIN)) return false;
  const { origin, pathname, search } = new URL(next, OWN_ORIGIN);
  return origin === OWN_ORIGIN && pathname + search === next && /^\/app(\/|$)/.test(pathname);
}
