import { isOwnPage, PATHS } from "#domain/paths.ts";

export const SIGN_IN = "/";

/** Returns the path after the sign-in: the page in `next` if it is one of ours, or else the main menu. */
export function pathToReturnTo(request: Request): string {
  const next = new URL(request.url).searchParams.get("next") ?? "";
  return isOwnPage(next) ? next : PATHS.mainMenu;
}

/** Returns the sign-in page's address for a form posted to another page; the index route at `/` needs `index`. */
export function signInCarrying(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${SIGN_IN}?${new URLSearchParams({ index: "", next: pathname + search })}`;
}
