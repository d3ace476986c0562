/**
 * Tells whether the device can show this page when it is reloaded without a network. Without HTTPS the device cannot,
 * and the page must stay open.
 */
export function canReloadOffline(): boolean {
  if (typeof document === "undefined") return false;
  const { storedPage } = document.documentElement.dataset;
  return storedPage !== undefined && isOrUnder(location.pathname, storedPage);
}

/**
 * Tells whether a path is the page itself or a dialog over it. Dialogs have addresses below their page's own, and lead
 * back to the page without a network.
 */
export function isOrUnder(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`);
}
