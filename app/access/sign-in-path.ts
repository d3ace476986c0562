import { isOwnPage, PATHS } from "#domain/paths.ts";

export const SIGN_IN_PATH = "/";

/** Returns the path to open after signing in: the page in `next` if it is one of ours, otherwise the main menu. */
export function pathAfterSignIn(request: Request): string {
  const next = new URL(request.url).searchParams.get("next") ?? "";
  return isOwnPage(next) ? next : PATHS.mainMenu;
}

/** Returns the sign-in page's URL for a form posted elsewhere. Remix posts to an index route only with `index`. */
export function signInUrlForCarriedForm(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${SIGN_IN_PATH}?${new URLSearchParams({ index: "", next: pathname + search })}`;
}
