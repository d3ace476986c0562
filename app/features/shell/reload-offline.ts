/** Whether this page would come again without network: a service worker has it in hand. */
export function canReloadOffline(): boolean {
  return typeof navigator !== "undefined" && Boolean(navigator.serviceWorker?.controller);
}
