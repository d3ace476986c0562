import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { RolloverJournal } from "#templates/rollover-journal/list.ts";

const FATES = [
  { now: "2A", outcome: "promoted", what: "Promoted", isAssumed: false, why: "Report signed 30 Jun" },
  {
    now: "2A",
    outcome: "promoted",
    what: "Promoted, assumed",
    isAssumed: true,
    why: "No decision in the report",
  },
  {
    now: "1A",
    outcome: "repeating",
    what: "Repeating",
    isAssumed: false,
    why: "Decided by A. Ramkissoon 3 Jul",
  },
  { now: "", outcome: "leaving", what: "Leaving", isAssumed: false, why: "Graduating from the last level" },
  { now: "", outcome: "unplaced", what: "Staying, without a class", isAssumed: false, why: "Not in a class" },
] as const;

const CARRIED_OVER: RolloverJournal["carriedOver"] = {
  lines: [
    { kind: "classes", carried: 34, added: 0, leftOut: 1, note: "" },
    {
      kind: "lessons",
      carried: 385,
      added: 2,
      leftOut: 1,
      note: "1 lesson with a substitute goes back to the lesson’s own teacher.",
    },
  ],
  notCarried: [
    {
      what: "3A, Mathematics, C. De Freitas",
      why: "C. De Freitas has left.",
      isGrave: true,
      means: "3A has no teacher, no mark sheet and no line on report cards for Mathematics.",
    },
  ],
};

export const samples: Record<string, RolloverJournal> = {
  typical: journalOf([sampleNames.slice(0, 11), sampleNames]),
  "awkward names": journalOf([awkwardNames]),
  "within a year": { ...journalOf([sampleNames]), endsYear: false, carriedOver: null },
  "nobody in the school": journalOf([]),
};

function journalOf(classes: readonly (readonly string[])[]): RolloverJournal {
  const enrolled = classes.flat().length;
  return {
    ...sampleHeading,
    title: "Journal of the new term",
    about: "From Term 3, 2025–2026",
    aside: "",
    period: "Term 1, 2026–2027",
    counts: [{ figure: enrolled, words: "students" }],
    notes: [
      "The new term was started by Admin on 6 Jul 2026, 10:51.",
      "Assumed, because nobody had made a decision.",
    ],
    facts: [
      { label: "Rehearsed", value: "10 Jul 2026, 14:41" },
      { label: "Started by", value: "W. Gomez, 10 Jul 2026, 15:02" },
      { label: "Finished", value: "10 Jul 2026, 15:02" },
    ],
    endsYear: true,
    balance: {
      enrolled,
      promoted: enrolled,
      repeating: 0,
      leaving: 0,
      staying: 0,
      unplaced: 0,
      nowhere: 0,
      assumed: 3,
      newcomers: 206,
      on_roll: enrolled + 206,
    },
    carriedOver: CARRIED_OVER,
    classes: classes.map((names, position) => ({
      title: `${position + 1}A`,
      students: names.map((name, index) => ({
        name,
        studentId: `S-${1000 + index}`,
        was: `${position + 1}A`,
        ...(FATES[index % FATES.length] ?? FATES[0]),
      })),
    })),
  };
}
