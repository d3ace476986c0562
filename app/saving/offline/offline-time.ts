/** Formats a time such as `10:05` by the clock of the device, because the device stored the page. */
export function offlineTime(storedAt: string): string {
  return new Date(storedAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
