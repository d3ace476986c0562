/**
 * Shows the address of what opens over the page, so that a reload or a copied link opens it too. The router is not
 * asked: it would load the page under it anew, and without network take that page away.
 * @returns what shows the page's own address again
 */
export function showOverlayUrl(address: string): () => void {
  const { state } = window.history;
  const { href } = window.location;
  window.history.replaceState(state, "", address);
  const shown = window.location.href;
  return () => {
    // Somebody may have gone elsewhere meanwhile.
    if (window.location.href === shown) window.history.replaceState(state, "", href);
  };
}
