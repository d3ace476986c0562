/**
 * Whether this page, loaded again without network, is shown as the device has stored it. Without HTTPS it never is:
 * there a page must stay open.
 */
export function canReloadOffline(): boolean {
  if (typeof document === "undefined") return false;
  const { storedPage } = document.documentElement.dataset;
  return storedPage !== undefined && isOrUnder(location.pathname, storedPage);
}

/** Dialogs open over their page, at an address below its own; without network they lead back to it. */
export function isOrUnder(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`);
}
