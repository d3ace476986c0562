/**
 * Shows the URL of what opens over the page, so that a reload or a copied link opens it too. The router is not asked: it
 * would load the page under it anew, and without network take that page away.
 * @returns what shows the page's own URL again
 */
export function showOverlayUrl(url: string): () => void {
  const { state } = window.history;
  const { href } = window.location;
  window.history.replaceState(state, "", url);
  const shown = window.location.href;
  return () => {
    // The person may have gone elsewhere meanwhile.
    if (window.location.href === shown) window.history.replaceState(state, "", href);
  };
}
