import { z } from "zod";
import { oneLine } from "#access/forms/form-values.schema.server.ts";
import type { EntryKind } from "#domain/entry/windows.ts";
import { isDay } from "#domain/paths.ts";
import { LONGEST_REASON } from "./entry-windows.rules.ts";

const NOT_A_DAY = "This is not a day of the calendar.";
const NOT_A_MOMENT = "Write day and time as 2026-07-01T16:00.";
const MOMENT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

const isNear = (day: string) => day >= "2000-01-01" && day < "2100-01-01";
const day = z.string().refine((given) => isDay(given) && isNear(given), NOT_A_DAY);
const moment = z.string().refine((given) => {
  const [, on] = MOMENT.exec(given) ?? [];
  return isDay(on) && isNear(on);
}, NOT_A_MOMENT);

const kind = z.enum(["marks", "reports"] satisfies EntryKind[]);

/** Neither is no window. */
export const WindowForm = z
  .object({ kind, opens: day.optional(), closes: moment.optional() })
  .superRefine(({ opens, closes }, { addIssue }) => {
    if (opens && closes && closes <= `${opens}T00:00`)
      addIssue({ code: "custom", path: ["closes"], message: "The end is before the beginning." });
  });

const WHY = "Say why: it stands beside the name.";

export const MoreTimeForm = z.object({
  kind,
  employee: z
    .string("Choose a teacher.")
    .regex(/^[1-9]\d{0,8}$/, "Choose a teacher.")
    .transform(Number),
  until: z.string("Say until when.").pipe(moment),
  reason: oneLine(LONGEST_REASON, WHY).refine((text) => text !== "", WHY),
});
