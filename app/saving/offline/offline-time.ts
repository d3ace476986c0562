/** `10:05`, by the device's own clock: it is the device that kept it. */
export function offlineTime(keptAt: string): string {
  return new Date(keptAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
