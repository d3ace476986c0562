import { isOwnPage, PATHS } from "#domain/paths.ts";

export const SIGN_IN = "/";

/** Where to go after the sign-in: the page that was wanted, when `next` names one of ours, else the main menu (T2). */
export function pathToReturnTo(request: Request): string {
  const next = new URL(request.url).searchParams.get("next") ?? "";
  return isOwnPage(next) ? next : PATHS.mainMenu;
}

/** The sign-in page for what was posted to another: what stands at `/` is posted to by `index`. */
export function signInCarrying(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${SIGN_IN}?${new URLSearchParams({ index: "", next: pathname + search })}`;
}
