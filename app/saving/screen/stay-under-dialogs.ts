import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isFailure } from "#ui/form/form-result.ts";

/**
 * Keeps a sheet from loading again when a dialog over it (a URL inside the sheet's own) opens or closes. A form in the
 * dialog loads the sheet again, unless the request failed: then the network is away.
 */
export function stayUnderDialogs(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, actionResult, defaultShouldRevalidate } = args;
  if (isFailure(actionResult)) return false;
  const isForm = formMethod !== undefined && formMethod !== "GET";
  if (isForm || currentUrl.href === nextUrl.href || currentUrl.search !== nextUrl.search)
    return defaultShouldRevalidate;
  const isDialog =
    isInside(nextUrl.pathname, currentUrl.pathname) || isInside(currentUrl.pathname, nextUrl.pathname);
  return isDialog ? false : defaultShouldRevalidate;
}

function isInside(path: string, parent: string): boolean {
  return path.startsWith(parent.endsWith("/") ? parent : `${parent}/`);
}
