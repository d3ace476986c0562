import { expect, test } from "vitest";
import type { Entry } from "./log.ts";
import { BEFORE, by, caseOf, chose, COLLEAGUE, left, showed, typed, TYPIST } from "./row-case.ts";
import type { Change } from "./trail.ts";
import { complaintsAbout, lostMarks, shownOtherwise } from "./verdict.ts";

const NONE = /^$/;

type Told = { name: string; entries: Entry[]; changes: Change[]; complaint: RegExp };

const told: Told[] = [
  {
    name: "a mark that was typed, stored and shown",
    entries: [typed("41.11", "60"), left(), showed("saved", "41.11")],
    changes: [by(TYPIST, "41.11", { version: 11, on: BEFORE })],
    complaint: NONE,
  },
  {
    name: "a mark that was shown as saved and is nowhere",
    entries: [typed("41.11", "60"), left(), showed("saved", "41.11")],
    changes: [],
    complaint: /41\.11 was shown as saved and was never stored/,
  },
  {
    name: "a mark that waits",
    entries: [typed("41.11", "60"), left(), showed("waiting", "41.11")],
    changes: [],
    complaint: NONE,
  },
  {
    name: "a mark that was stored by two saves",
    entries: [typed("41.11", "60"), left()],
    changes: [
      by(TYPIST, "41.11", { version: 11, on: BEFORE }),
      by(COLLEAGUE, "77.77", { version: 12, on: 11 }),
      by(TYPIST, "41.11", { version: 13, on: 12 }),
    ],
    complaint: /41\.11 was stored twice/,
  },
  {
    name: "an older mark over a newer one",
    entries: [typed("41.11", "60"), left(), typed("42.22", "41.11"), left()],
    changes: [by(TYPIST, "42.22", { version: 11, on: BEFORE }), by(TYPIST, "41.11", { version: 12, on: 11 })],
    complaint: /41\.11 was stored over 42\.22, typed later/,
  },
  {
    name: "a save that was taken on another version than it was based on",
    entries: [typed("41.11", "60"), left()],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(TYPIST, "41.11", { version: 12, on: BEFORE }),
    ],
    complaint: /41\.11 was stored over version 11, and was based on 10/,
  },
  {
    name: "a colleague's mark that was gone before it was seen",
    entries: [typed("41.11", "60"), left()],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(TYPIST, "41.11", { version: 12, on: 11 }),
    ],
    complaint: /41\.11 overwrote the colleague's 77\.77 in silence/,
  },
  {
    name: "a colleague's mark that was only seen after the other was typed",
    entries: [typed("41.11", "60"), left(), showed("saved", "77.77")],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(TYPIST, "41.11", { version: 12, on: 11 }),
    ],
    complaint: /in silence/,
  },
  {
    name: "a colleague's mark that was read and written over",
    entries: [typed("41.11", "77.77"), left()],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(TYPIST, "41.11", { version: 12, on: 11 }),
    ],
    complaint: NONE,
  },
  {
    name: "a colleague's mark that was decided against",
    entries: [typed("41.11", "60"), left(), showed("changed", "41.11"), chose("mine", "41.11", "77.77")],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(TYPIST, "41.11", { version: 12, on: 11 }),
    ],
    complaint: NONE,
  },
  {
    name: "a colleague's mark that was decided against, and the own one typed anew",
    entries: [typed("41.11", "60"), left(), chose("mine", "41.11", "77.77"), typed("42.22", "41.11"), left()],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(TYPIST, "42.22", { version: 12, on: 11 }),
    ],
    complaint: NONE,
  },
  {
    name: "a decision about another mark of the colleague's",
    entries: [typed("41.11", "60"), left(), showed("changed", "41.11"), chose("mine", "41.11", "66.66")],
    changes: [
      by(COLLEAGUE, "66.66", { version: 11, on: BEFORE }),
      by(COLLEAGUE, "77.77", { version: 12, on: 11 }),
      by(TYPIST, "41.11", { version: 13, on: 12 }),
    ],
    complaint: /41\.11 overwrote the colleague's 77\.77 in silence/,
  },
  {
    name: "a colleague's mark that was taken over, and kept against a later one",
    entries: [
      typed("41.11", "60"),
      left(),
      chose("theirs", "41.11", "77.77"),
      chose("mine", "77.77", "66.66"),
      showed("saved", "77.77"),
    ],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(COLLEAGUE, "66.66", { version: 12, on: 11 }),
      by(TYPIST, "77.77", { version: 13, on: 12 }),
    ],
    complaint: NONE,
  },
  {
    name: "a colleague's mark that was taken over, and came back over a later one",
    entries: [typed("41.11", "60"), left(), chose("theirs", "41.11", "77.77")],
    changes: [
      by(COLLEAGUE, "77.77", { version: 11, on: BEFORE }),
      by(COLLEAGUE, "66.66", { version: 12, on: 11 }),
      by(TYPIST, "77.77", { version: 13, on: 12 }),
    ],
    complaint: /77\.77 overwrote the colleague's 66\.66 in silence/,
  },
  {
    name: "a mark that nobody typed",
    entries: [typed("41.11", "60"), left()],
    changes: [by(TYPIST, "4", { version: 11, on: BEFORE })],
    complaint: /4 of account 1 was entered by nobody/,
  },
];

test.each(told)("$name", ({ entries, changes, complaint }) => {
  const found = caseOf(entries, changes);

  const complaints = complaintsAbout(found);

  expect(complaints.join("\n")).toMatch(complaint);
});

const ends: { name: string; entries: Entry[]; changes: Change[]; lost: boolean }[] = [
  { name: "typed and nowhere", entries: [typed("41.11", "60"), left()], changes: [], lost: true },
  { name: "typed in a field that was never left", entries: [typed("41.11", "60")], changes: [], lost: false },
  {
    name: "given up for the colleague's",
    entries: [typed("41.11", "60"), left(), chose("theirs", "41.11", "77.77")],
    changes: [by(COLLEAGUE, "77.77", { version: 11, on: BEFORE })],
    lost: false,
  },
  {
    name: "typed after something else was given up",
    entries: [
      typed("40.01", "60"),
      left(),
      chose("theirs", "40.01", "77.77"),
      typed("41.11", "77.77"),
      left(),
    ],
    changes: [by(COLLEAGUE, "77.77", { version: 11, on: BEFORE })],
    lost: true,
  },
  {
    name: "stored, and changed by a colleague since",
    entries: [typed("41.11", "60"), left()],
    changes: [
      by(TYPIST, "41.11", { version: 11, on: BEFORE }),
      by(COLLEAGUE, "77.77", { version: 12, on: 11 }),
    ],
    lost: false,
  },
];

test.each(ends)("at the end a mark is lost: $name, $lost", ({ entries, changes, lost }) => {
  const found = caseOf(entries, changes);

  const complaints = lostMarks(found);

  expect(complaints).toHaveLength(lost ? 1 : 0);
});

test.each([
  { shown: "41.11", account: TYPIST, complaints: 0 },
  { shown: "60", account: TYPIST, complaints: 1 },
  { shown: "60", account: COLLEAGUE, complaints: 0 },
])(
  "$shown on the screen is judged by what account $account stored last",
  ({ shown, account, complaints }) => {
    const found = caseOf([], [by(account, "41.11", { version: 11, on: BEFORE })]);

    const judged = shownOtherwise(found, shown);

    expect(judged).toHaveLength(complaints);
  },
);
