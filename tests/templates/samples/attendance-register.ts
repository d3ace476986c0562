import { awkwardNames, sampleNames } from "./names.ts";
import { samplePrintTime, sampleSchool } from "./school.ts";
import type {
  AttendanceRegister,
  RegisterDay,
  RegisterMark,
  RegisterStudent,
} from "#templates/attendance-register/data.ts";

const KEYS = [
  { letter: "A", meaning: "absent" },
  { letter: "L", meaning: "late, counted as present" },
  { letter: "·", meaning: "present" },
  { letter: "–", meaning: "not yet in the class" },
  { letter: "½", meaning: "present for half of the day" },
];

const SEPTEMBER = [8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 29, 30];
const CLOSED = new Map([
  [19, "not marked"],
  [24, "Republic Day"],
]);
const WHOLE_MONTH = Array.from({ length: 31 }, (_each, index) => index + 1).filter(
  (day) => day % 7 !== 0 && day % 7 !== 6,
);

export const samples: Record<string, AttendanceRegister> = {
  typical: register(sampleNames, SEPTEMBER),
  "every day of a month": register(sampleNames, WHOLE_MONTH),
  "longest names": register(awkwardNames, SEPTEMBER),
  "forty-eight students": register([...sampleNames, ...awkwardNames.slice(0, 13)], SEPTEMBER),
  "three students": register(sampleNames.slice(0, 3), SEPTEMBER),
  "no students": register([], SEPTEMBER),
  "no days": register(sampleNames, []),
};

function register(names: string[], dates: number[]): AttendanceRegister {
  const students = names.map((name, index) => student(name, index, dates));
  const days = dates.map((day, index) => dayOf(day, index, dates, students));
  const all = sum(students, "present");
  const [boys, girls] = (["M", "F"] as const).map((sex) => students.filter(({ gender }) => gender === sex));
  return {
    school: sampleSchool,
    about: "Standard 4, Mrs. A. Ramkissoon",
    month: "September 2025",
    printed: samplePrintTime,
    days,
    students,
    totals: {
      boys: { present: sum(boys ?? [], "present"), percent: 94 },
      girls: { present: sum(girls ?? [], "present"), percent: 95 },
      all: { present: all, percent: 95 },
      absent: sum(students, "absent"),
      late: sum(students, "late"),
    },
    keys: KEYS,
    notes: ["Amara Caesar joined on 15 September.", "Open on 16 days, 15 of them marked and counted."],
  };
}

function student(name: string, position: number, dates: readonly number[]): RegisterStudent {
  const marks = dates.map((day, index) => (CLOSED.has(day) ? null : markOf(position, index)));
  const of = (mark: RegisterMark) => marks.filter((item) => item === mark).length;
  const absent = of("absent") + of("half") / 2;
  const marked = marks.length - of(null) - of("outside");
  const percent = marked === 0 ? null : Math.round((100 * (marked - absent)) / marked);
  const gender = position % 9 === 8 ? null : position % 2 === 0 ? "F" : "M";
  return { name, gender, marks, present: marked - absent, absent, late: of("late"), percent };
}

function markOf(position: number, index: number): RegisterMark {
  if (position === 4 && index < 5) return "outside";
  const chance = (position * 37 + index * 53 + position * index * 7) % 101;
  if (chance < 5) return "absent";
  if (chance < 12) return "late";
  return chance === 12 ? "half" : "present";
}

function dayOf(
  day: number,
  index: number,
  dates: readonly number[],
  students: readonly RegisterStudent[],
): RegisterDay {
  const on = (mark: RegisterMark, sex?: "M" | "F") =>
    students.filter(({ marks, gender }) => marks[index] === mark && (!sex || gender === sex)).length;
  const present = (sex?: "M" | "F") => on("present", sex) + on("late", sex) + on("half", sex) / 2;
  const weekday = (day + 6) % 7;
  return {
    weekday: "MTWTFSS"[weekday] ?? "",
    day,
    opensWeek: weekday < ((dates[index - 1] ?? 0) + 6) % 7,
    counted: CLOSED.get(day) ?? {
      boys: present("M"),
      girls: present("F"),
      all: present(),
      absent: on("absent") + on("half") / 2,
      late: on("late"),
    },
  };
}

function sum(students: readonly RegisterStudent[], key: "present" | "absent" | "late"): number {
  return students.reduce((total, item) => total + item[key], 0);
}
