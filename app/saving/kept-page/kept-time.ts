/** `10:05`, by the device's own clock: it is the device that kept it. */
export function keptTime(keptAt: string): string {
  return new Date(keptAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
