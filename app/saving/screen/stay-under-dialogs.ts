import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { mustKeepPage } from "#ui/form/form-result.ts";

/**
 * Prevents a sheet from reloading when a dialog over it opens or closes (the dialog's URL is below the sheet's). A form
 * in the dialog does reload the sheet, unless the page must stay as it is.
 */
export function shouldRevalidateUnlessUnderDialog(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  if (mustKeepPage(args)) return false;
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
