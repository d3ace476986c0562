/**
 * Whether this page, loaded again without network, is shown as the device keeps it. Never without HTTPS: there a page
 * must stay open.
 */
export function canReloadOffline(): boolean {
  if (typeof document === "undefined") return false;
  const { kept } = document.documentElement.dataset;
  return kept !== undefined && isOrUnder(location.pathname, kept);
}

/** Dialogs open over their page, at an address below its own; without network they lead back to it. */
export function isOrUnder(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`);
}
