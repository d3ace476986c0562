import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { TestCell } from "#templates/list/data.ts";
import type {
  ClassMarkSheet,
  SheetColumn,
  SheetOfClass,
  SheetStudent,
} from "#templates/class-mark-sheet/list.ts";

const SUBJECTS = [
  "Maths",
  "Lang. Arts",
  "Writing",
  "Reading",
  "Science",
  "Soc. Stud.",
  "Agri. Sci.",
  "Spanish",
];
const GRADED = ["PE", "VAPA", "HFLE"];
const OPTIONS = ["Add. Maths", "Biology", "Chemistry", "Physics", "History", "P.O.A.", "Tech. Draw."];
const KEYS = [
  { letter: "Abs", meaning: "absent" },
  { letter: "NW", meaning: "no work" },
  { letter: "–", meaning: "no mark yet" },
  { letter: "=", meaning: "shared rank" },
];

const termly = [...SUBJECTS.map((subject) => marks(subject)), ...GRADED.map(grades)];
const fortnightly = SUBJECTS.flatMap((subject, index) => {
  const tests = index < 6 ? ["Test 1", "Test 2"] : ["Test 1"];
  return tests.map((test) => ({ ...marks(subject), test, scale: "of 20" }));
});
const chosen = [
  ...["Maths", "English"].map((subject) => ({ ...marks(subject), scale: "" })),
  ...OPTIONS.map((subject) => ({ ...marks(subject), scale: "", isOption: true })),
];

export const samples: Record<string, ClassMarkSheet> = {
  "mid term": sheet([classOf(sampleNames, termly)]),
  fortnightly: sheet([classOf(sampleNames, fortnightly)]),
  "41 students": {
    ...sheet([classOf([...sampleNames, ...sampleNames.slice(0, 6)], fortnightly)]),
    notes: [
      "Underlined: below 60%, grade R.",
      "Average: mean percentage of the tests marked. Students are ranked by their average, but only if they have all the marks given in their class.",
      "Ranks are provisional: marks are missing.",
      "No Test 2 yet in Agri. Sci. and Spanish.",
    ],
  },
  "subject choices": sheet([{ ...classOf(sampleNames, chosen), outOf: null }]),
  "awkward names": sheet([classOf(awkwardNames, termly)]),
  "more tests than one page holds": sheet([classOf(sampleNames, manyTests())]),
  "by criteria": sheet([
    {
      ...classOf(sampleNames, [criteria("Lang. Arts"), grades("PE")]),
      outOf: null,
      ranked: null,
      closing: [],
    },
  ]),
  "two classes": sheet(["Std 4 N", "Std 4 R"].map((title) => ({ ...classOf(sampleNames, termly), title }))),
  "no students": sheet([classOf([], termly)]),
};

function sheet(classes: SheetOfClass[]): ClassMarkSheet {
  return {
    ...sampleHeading,
    title: "Class Mark Sheet, Mid Term",
    counts: [],
    keys: KEYS,
    classes,
    notes: ["Underlined: below 60%, grade R.", "Average: mean of the percentages. Ranks follow the average."],
  };
}

function marks(subject: string): SheetColumn {
  return { subject, test: null, scale: "of 50", hasMarks: true, isOption: false };
}

function grades(subject: string): SheetColumn {
  return { ...marks(subject), scale: "grade", hasMarks: false };
}

function criteria(subject: string): SheetColumn {
  return { ...grades(subject), scale: "criteria" };
}

function manyTests(): SheetColumn[] {
  const tests = [1, 2, 3, 4, 5, 6].map((test) => `Test ${test}`);
  return SUBJECTS.flatMap((subject) => tests.map((test) => ({ ...marks(subject), test, scale: "of 20" })));
}

function classOf(names: readonly string[], columns: readonly SheetColumn[]): SheetOfClass {
  const students = names.map((name, index) => studentOf(name, index, columns));
  const figures = (text: string) => columns.map(({ hasMarks }) => (hasMarks ? text : null));
  return {
    title: "",
    columns,
    students,
    outOf: "of 400",
    ranked: names.length,
    closing: [
      { label: "Class mean", figures: figures("38.5"), total: "312", average: "74.9" },
      { label: "Highest", figures: figures("50"), total: "399", average: "94.7" },
      { label: "Lowest", figures: figures("12"), total: "201", average: "50.0" },
    ],
  };
}

function studentOf(name: string, position: number, columns: readonly SheetColumn[]): SheetStudent {
  const isAway = position === 9;
  return {
    name,
    results: columns.map((column, index) => (isAway ? word("Abs") : resultOf(column, position, index))),
    total: isAway ? null : 201 + ((position * 37) % 199),
    average: isAway ? null : (50 + ((position * 41) % 447) / 10).toFixed(1),
    rank: isAway ? null : { place: position + 1, isShared: position % 6 === 0 },
  };
}

function resultOf({ hasMarks, scale, isOption }: SheetColumn, position: number, index: number): TestCell {
  const chance = (position * 37 + index * 53 + position * index * 7) % 101;
  if (isOption && chance % 2 === 0) return { is: "nothing" };
  if (chance === 7) return word("NW");
  if (chance === 12) return { is: "none" };
  if (scale === "criteria") return { is: "result", text: `${1 + (chance % 5)} 4 5 3`, isLow: false };
  if (!hasMarks) return { is: "result", text: "ABCDR"[chance % 5] ?? "A", isLow: chance % 5 === 4 };
  return { is: "result", text: String(12 + (chance % 39)), isLow: chance % 39 < 18 };
}

function word(text: string): TestCell {
  return { is: "word", text };
}
