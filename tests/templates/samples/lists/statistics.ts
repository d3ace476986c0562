import { sampleHeading } from "./heading.ts";
import type { Statistics } from "#templates/statistics/list.ts";

const RELIGIONS =
  "Anglican,Hinduism,Islam,Jehovah's Witness,Methodist,Moravian,Pentecostal,Presbyterian,Roman Catholic,Seventh-day Adventist,Spiritual Baptist,None,Not recorded".split(
    ",",
  );
const AGES = ["5", "6", "7", "8", "9", "10", "11", "12", "No birth date"];

export const samples: Record<string, Statistics> = {
  religion: statisticsOf("Religion", { groups: RELIGIONS, levels: 7, classes: 2 }),
  age: statisticsOf("Age", { groups: AGES, levels: 7, classes: 2 }),
  "a large school": statisticsOf("Religion", { groups: RELIGIONS, levels: 6, classes: 6 }),
  "no students": statisticsOf("Ethnic group", { groups: [], levels: 0, classes: 0 }),
};

type Size = { groups: readonly string[]; levels: number; classes: number };

function statisticsOf(by: string, { groups, levels, classes }: Size): Statistics {
  const count = (seed: number) =>
    groups.map((_group, index) => ((seed * 7 + index * 5) % 9 > 4 ? (seed + index) % 6 : 0));
  const classOf = (level: number) => (_each: unknown, index: number) => ({
    name: `Std ${level + 1} ${"ABCDEF"[index]}`,
    boys: count(2 * level + index),
    girls: count(3 * level + index + 1),
  });
  return {
    ...sampleHeading,
    by,
    title: `${by} statistics`,
    about: "Whole school",
    aside: "",
    referenceDate: "2026-04-13",
    groups,
    counts: [{ figure: 403, words: "students" }],
    notes: [
      "Counted: 401 of 403 enrolled students. Left out: 2 whose sex is not recorded (Std 2 G, 2nd Year M).",
      "Percentages are rounded.",
    ],
    levels: Array.from({ length: levels }, (_each, level) => ({
      title: `Standard ${level + 1}`,
      classes: Array.from({ length: classes }, classOf(level)),
    })),
    shares: { groups: groups.map(() => "6.0%"), boys: "53.4%", girls: "46.6%" },
  };
}
