/** The only place that asks what time it is. */
export function now(): Date {
  return new Date();
}

/** The school's calendar day, as `2026-11-20`: after 20:00 in Port of Spain the server may already be in tomorrow. */
export function today(timeZone: string): string {
  return dayOf(now(), timeZone);
}

export function dayOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(moment)
    .map(({ type, value }) => [type, value]);
  const { year, month, day } = Object.fromEntries(parts) as Record<string, string>;
  return `${year}-${month}-${day}`;
}
