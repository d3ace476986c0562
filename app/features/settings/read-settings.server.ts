import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { holidaysFrom, openedDaysFrom } from "#db/queries/attendance/school-days.ts";
import { countOf } from "#domain/text/noun.ts";
import { today } from "#runtime/clock.ts";
import { countSubjects } from "#db/queries/school-subjects.ts";
import { spanWords } from "./school-holidays/holidays.rules.ts";

/** Of each setting: what stands there now, and what comes next. */
export type Settings = Readonly<Record<"subjects" | "holidays", { now: string; next: string }>>;

export async function readSettings({ school }: Visit): Promise<Settings> {
  const from = today(school.timeZone);
  const [ahead, opened, subjects] = await Promise.all([
    holidaysFrom(from, noTransaction),
    openedDaysFrom(from, noTransaction),
    countSubjects(noTransaction),
  ]);
  const [next] = ahead;
  return {
    subjects: { now: counted(subjects.used, "subject"), next: `${subjects.retired} retired` },
    holidays: {
      now: [
        counted(ahead.length, "holiday"),
        ...(opened.length > 0 ? [`${counted(opened.length, "day")} opened`] : []),
      ].join(", "),
      next: next ? `${next.title}, ${spanWords(next)}` : "from today on",
    },
  };
}

/** `3 holidays`, `No holiday`. */
function counted(count: number, noun: string): string {
  return count === 0 ? `No ${noun}` : countOf(count, noun);
}
