import { formatWhen } from "#domain/dates.ts";
import { actorName } from "#domain/names.ts";
import { now } from "#runtime/clock.ts";

type Call = { called_at: string; caller: Parameters<typeof actorName>[0] };

/** `Called at 9:10 by M. Joseph`. */
export function callWords({ called_at, caller }: Call, timeZone: string): string {
  return `Called ${formatWhen(called_at, { timeZone, now: now() })} by ${actorName(caller)}`;
}
