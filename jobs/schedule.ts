import type PgBoss from "pg-boss";
import { tidySessions } from "./definitions.ts";
import type { Job } from "./definitions.ts";

export type Scheduled = { job: Job; cron: string };

/** At night, and once in the morning for schools whose computer is off at night. */
const EVERY_NIGHT = "15 3,10 * * *";

export const SCHEDULE: readonly Scheduled[] = [{ job: tidySessions, cron: EVERY_NIGHT }];

/** Hours of the school's night; a school elsewhere tidies at another hour, and nothing else. */
const TIME_ZONE = "America/Port_of_Spain";

/** Each job has one line in the schedule, however many workers write it; one that is no longer planned is taken out. */
export async function writeSchedule(boss: PgBoss, schedule: readonly Scheduled[]): Promise<void> {
  const planned = new Set(schedule.map(({ job }) => job.name));
  for (const { name } of await boss.getSchedules()) {
    if (!planned.has(name)) await boss.unschedule(name);
  }
  for (const { job, cron } of schedule) await boss.schedule(job.name, cron, {}, { tz: TIME_ZONE });
}
