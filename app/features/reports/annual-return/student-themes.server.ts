import type { ReturnStudent } from "#db/queries/reports/annual-return.ts";
import { ALL } from "#domain/figures/figure-sheet.ts";
import {
  countBoy,
  countGirl,
  countUnstatedGender,
  toStudentRow,
  type Enrolled,
  type StudentColumn,
} from "./enrolled.server.ts";
import { theme, type Theme } from "./theme.rules.ts";

export function enrolment({ students, levels, classes, year, today }: Enrolled): Theme {
  return theme<ReturnStudent>({
    id: "enrolment",
    name: "Enrolment",
    title: `Enrolment by class and sex, ${year}`,
    total: "School",
    ratios: [],
    about: `Students in a class on ${today}.`,
    counted: students,
    listed: toStudentRow,
    columns: [
      { key: "class", title: "Class", kind: "text", width: 16 },
      { key: "teacher", title: "Form teacher", kind: "text", width: 28 },
      { key: "boys", title: "Boys", kind: "count", width: 10, of: countBoy },
      { key: "girls", title: "Girls", kind: "count", width: 10, of: countGirl },
      { key: "neither", title: "Sex not recorded", kind: "count", width: 12, of: countUnstatedGender },
      {
        key: "total",
        title: "Total",
        kind: "sum",
        plus: ["boys", "girls", "neither"],
        width: 10,
        strong: true,
      },
      { key: "share", title: "Share of girls", kind: "share", part: ["girls"], whole: "total", width: 11 },
    ],
    rowOf: ({ class_id }) => String(class_id),
    groups: levels.map(({ level, title }) => ({
      key: `level-${level}`,
      title,
      rows: classes
        .filter((item) => item.level === level)
        .map(({ classId, label, teachers }) => ({
          key: String(classId),
          words: { class: label, teacher: teachers },
        })),
    })),
  });
}

export function repeaters({ students, levels, year }: Enrolled): Theme {
  const without = students.filter(countUnstatedGender).length;
  const leftOut = without === 0 ? "" : ` Students whose sex is not recorded (${without}) are left out.`;
  const ageRef = (column: string) => ({ sheet: "age", line: ALL, column });
  return theme<ReturnStudent>({
    id: "repeaters",
    name: "Repeaters",
    title: `Repeaters by form and sex, ${year}`,
    total: "School",
    ratios: [],
    about: `Students in the same form as at the end of last school year.${leftOut}`,
    counted: students,
    listed: toStudentRow,
    columns: repeaterColumns(),
    rowOf: ({ form_level }) => String(form_level),
    groups: [
      {
        key: "levels",
        title: "",
        rows: levels.map(({ level, title }) => ({
          key: String(level),
          words: { level: title },
          from: { boys: ageRef(`${level}-boys`), girls: ageRef(`${level}-girls`) },
        })),
      },
    ],
  });
}

function repeaterColumns(): StudentColumn[] {
  const isRepeating = ({ form_level, level_before }: ReturnStudent) => form_level === level_before;
  const repeats = (is: (student: ReturnStudent) => number) => (student: ReturnStudent) =>
    isRepeating(student) ? is(student) : 0;
  const share = (key: string, title: string, part: string, whole: string): StudentColumn => {
    return { key, title, over: "Share", kind: "share", part: [part], whole, width: 10 };
  };
  return [
    { key: "level", title: "Form", kind: "text", width: 16 },
    { key: "boys", title: "Boys", over: "Enrolled", kind: "count", width: 10, of: countBoy },
    { key: "girls", title: "Girls", over: "Enrolled", kind: "count", width: 10, of: countGirl },
    { key: "both", title: "Total", over: "Enrolled", kind: "sum", plus: ["boys", "girls"], width: 10 },
    { key: "boys-repeat", title: "Boys", over: "Repeating", kind: "count", width: 10, of: repeats(countBoy) },
    {
      key: "girls-repeat",
      title: "Girls",
      over: "Repeating",
      kind: "count",
      width: 10,
      of: repeats(countGirl),
    },
    {
      key: "repeat",
      title: "Total",
      over: "Repeating",
      kind: "sum",
      width: 10,
      strong: true,
      plus: ["boys-repeat", "girls-repeat"],
    },
    share("boys-share", "Boys", "boys-repeat", "boys"),
    share("girls-share", "Girls", "girls-repeat", "girls"),
    share("share", "All", "repeat", "both"),
  ];
}
