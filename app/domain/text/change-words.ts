import { addDays, clockTime, dayOf, formatMoment } from "../dates.ts";

/** When something happened, in the fewest words: `today 10:20`. */
export function recently(moment: string, { timeZone, now }: { timeZone: string; now: Date }): string {
  const [day, today] = [dayOf(moment, timeZone), dayOf(now, timeZone)];
  if (day === today) return `today ${clockTime(moment, timeZone)}`;
  if (day === addDays(today, -1)) return `yesterday ${clockTime(moment, timeZone)}`;
  return formatMoment(moment, timeZone);
}

type Values = Readonly<Record<string, unknown>> | null;
type MarkChange = { title: string | null; old_values: Values; new_values: Values };

/** `Mathematics 61 to 64`, or the subject alone; null where it was no mark that changed last. */
export function markWords({ title, old_values: before, new_values: after }: MarkChange): string | null {
  const [was, is] = [before?.["mark"], after?.["mark"]];
  if (title === null) return null;
  return typeof was === "number" && typeof is === "number" ? `${title} ${was} to ${is}` : title;
}
