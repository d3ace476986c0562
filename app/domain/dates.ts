const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-11-20` on paper and on screen: `20 Nov 2026` (design section 8). */
export function formatDate(isoDate: string): string {
  const [year = "", month = "", day = ""] = isoDate.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `Friday 26 June 2026`, of a calendar day that has no time zone any more. */
export function longDate(isoDate: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${isoDate}T00:00:00Z`),
  );
  return parts.replace(",", "");
}

/** A moment as the school's clock shows it: `10:41`. */
export function clockTime(moment: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(
    new Date(moment),
  );
}

/** `26 Jun 2026, 10:41` in the school's time zone. */
export function formatMoment(moment: string | Date, timeZone: string): string {
  const date = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(new Date(moment));
  return `${formatDate(date)}, ${clockTime(moment, timeZone)}`;
}

/** `at 10:41` of the school's day that it is now, else `on 26 Jun 2026, 10:41`. */
export function formatWhen(
  moment: string | Date,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const said = formatMoment(moment, timeZone);
  const [day] = said.split(",");
  const [today] = formatMoment(now, timeZone).split(",");
  return day === today ? `at ${clockTime(moment, timeZone)}` : `on ${said}`;
}
