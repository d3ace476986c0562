import { z } from "zod";
import {
  classAttendanceFigures,
  countMarkedStudents,
  countAllStudents,
  sumAttendanceFigures,
} from "#features/attendance-summary/day/figures.rules.ts";
import { readClassesOfDay } from "#features/attendance-summary/day/read-day.server.ts";
import { defineEndpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { calendarDaySchema } from "../dispatch/wire.ts";

/** Numbers may end in .5, because a student can be present for half of the day. */
const count = z.number().min(0);

/**
 * The attendance of a class. Its registers have `total` students: `attendance` of them were present, the others absent.
 * `students` is the size of a class without a register. The ids distinguish classes with the same form class name.
 */
const ClassRecord = z.strictObject({
  form_class_id: z.string(),
  attendance: count,
  total: count,
  class_id: z.int(),
  class: z.string(),
  form_level: z.int(),
  marked: z.boolean(),
  students: count,
});

const Summary = z.strictObject({
  attendance_date: z.iso.date(),
  records: z.strictObject({ attendance_records: z.array(ClassRecord) }),
  attendance_school: z.strictObject({ attendance: count, total: count }),
  attendance_late: z.strictObject({ attendance: count }),
});

export const ATTENDANCE_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/attendance-report-summary-data",
    summary: "Reads the attendance of a day, class by class",
    access: "attendance-summary",
    query: z.object({ attendance_date: calendarDaySchema().optional() }),
    reply: Summary,
    answer: async ({ query: { attendance_date: call = null } }) => {
      const { day, classes } = await readClassesOfDay(call);
      if (call !== null && call !== day) return { status: 422, body: STILL_TO_COME };
      return { status: 200, body: summaryOf(day, classes) };
    },
  }),
];

const FAULT = "This day is in the future. Choose today or an earlier day.";
const STILL_TO_COME = { message: FAULT, errors: { attendance_date: [FAULT] } };

type Classes = Awaited<ReturnType<typeof readClassesOfDay>>["classes"];

function summaryOf(day: string, classes: Classes): z.input<typeof Summary> {
  const counted = classes.map((held) => ({
    held,
    figures: classAttendanceFigures({ students: held.roll, sessions: held.sessions }),
  }));
  const { present, absent, late } = sumAttendanceFigures(counted.map(({ figures }) => figures));
  return {
    attendance_date: day,
    records: {
      attendance_records: counted.map(({ held, figures }) => ({
        form_class_id: held.form_class_id,
        attendance: figures.present,
        total: countMarkedStudents(figures),
        class_id: held.class_id,
        class: held.label,
        form_level: held.form_level,
        marked: held.sessions.length > 0,
        students: countAllStudents(figures),
      })),
    },
    attendance_school: { attendance: present, total: present + absent },
    attendance_late: { attendance: late },
  };
}
