import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { SchoolFeeding } from "#templates/school-feeding/list.ts";

const PRIMARY = "1st Year B,1st Year H,2nd Year C,2nd Year M,Std 1 A,Std 1 S,Std 2 G,Std 2 P,Std 3 D".split(
  ",",
);

export const samples: Record<string, SchoolFeeding> = {
  typical: feedingOf(
    PRIMARY.map((title, index) => ({ title, students: sampleNames.slice(index, 3 * index + 4) })),
  ),
  "awkward names": feedingOf([
    { title: "Std 4 N", students: awkwardNames },
    { title: "Std 4 R", students: [] },
  ]),
  "no meals": feedingOf([{ title: "Std 4 N", students: [] }]),
};

function feedingOf(classes: readonly { title: string; students: readonly string[] }[]): SchoolFeeding {
  const meals = classes.map(({ title, students }) => ({ title, meals: students.length }));
  const all = meals.reduce((sum, meal) => sum + meal.meals, 0);
  return {
    ...sampleHeading,
    title: "School feeding list",
    about: `${all} meals a day`,
    aside: "",
    blank: "Week of",
    counts: [
      { figure: 69, words: "boys" },
      { figure: 60, words: "girls" },
    ],
    strips: [{ classes: meals, all: { title: "School", meals: all } }],
    classes: classes.map((item) => ({ ...item, teacher: "Ms. K. Baptiste" })),
  };
}
