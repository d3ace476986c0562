/** `10:05`, by the device's own clock: it is the device that stored the page. */
export function offlineTime(storedAt: string): string {
  return new Date(storedAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
