import { expect, test } from "vitest";
import { groupReadinessItems } from "#features/settings/readiness-board/readiness.rules.ts";
import type {
  ClassReadiness,
  ReadinessItem,
  SchoolFindings,
  BoardLinkAccess,
  YearFindings,
} from "#features/settings/readiness-board/readiness.ts";
import type { LateMarkSheetLine } from "#domain/late/sheets.ts";

const EVERYWHERE: BoardLinkAccess = {
  opensSheets: true,
  readsReports: true,
  signs: true,
  opensLateBoard: true,
  opensStudents: true,
  opensEmployees: true,
  rehearsal: { id: 7 },
};
const OFFICE: BoardLinkAccess = {
  opensSheets: false,
  readsReports: false,
  signs: false,
  opensLateBoard: false,
  opensStudents: false,
  opensEmployees: false,
  rehearsal: null,
};

const YEAR: YearFindings = {
  toYear: "2026-2027",
  toPlace: 40,
  nowhere: [],
  decisions: [{ classId: 1, label: "3C", needed: 20, assumed: 0, reportsUrl: "/reports/1" }],
  coming: [{ label: "3C", isLed: true }],
  here: [{ label: "3C", isMade: true }],
  lessons: [{ words: "Spanish", lessons: 4, isOpen: false }],
};

const WHOLE: SchoolFindings = {
  dates: { of: "Term 2", words: "5 Jan to 27 Mar 2026, 110 sessions", begins: null },
  ...marksOf([line("Spanish", [{ entered: 20, expected: 20 }])]),
  classes: [held("3C")],
  year: null,
};

const NOWHERE = { classLabel: "3C", named: [{ key: 5, words: "Baptiste, Jaheim 3C" }], students: 1 };

test("where nothing is missing everything is ready: within the year the term alone, at its turn next year too", () => {
  const [within, turn] = [
    groupReadinessItems(WHOLE, EVERYWHERE),
    groupReadinessItems({ ...WHOLE, year: YEAR }, EVERYWHERE),
  ];

  expect([within.stops, within.better, turn.stops, turn.better]).toEqual([[], [], [], []]);
  expect(named(within.ready)).toEqual([
    "Dates",
    "Marks",
    "Reports",
    "Signatures",
    "Posting",
    "Form teachers",
  ]);
  expect(named(turn.ready)).toEqual([
    ...["Dates", "Classes", "Next classes", "Marks", "Reports", "Signatures", "Decisions", "Posting"],
    ...["Form teachers", "Lessons"],
  ]);
  expect(turn.ready[1]).toMatchObject({
    why: "1 class in 2026-2027",
    figure: null,
    mend: { words: "See classes" },
  });
});

test("a school in which there is nothing to enter, sign or post is not asked for it", () => {
  const { ready, better } = groupReadinessItems({ ...WHOLE, ...marksOf([]), classes: [] }, EVERYWHERE);

  expect([named(ready), better]).toEqual([["Dates"], []]);
});

test.each<[string, Partial<SchoolFindings>, Partial<ReadinessItem>]>([
  [
    "no dates",
    { dates: { of: "2026-2027, Term 1", words: null, begins: "7 Sep 2026" } },
    {
      name: "Dates",
      why: "2026-2027, Term 1 begins on 7 Sep 2026. Enter its last day.",
      figure: null,
      mend: { words: "Enter dates", to: "/app/settings/current-term?do=advance" },
    },
  ],
  [
    "no class of next year",
    { year: { ...YEAR, coming: [], here: [{ label: "3C", isMade: false }] } },
    { name: "Classes", why: "2026-2027 has no classes yet.", places: [], figure: { missing: 1, of: 1 } },
  ],
  [
    "a class that nobody takes",
    {
      year: {
        ...YEAR,
        nowhere: [
          { ...NOWHERE, why: "class-not-mapped", wanted: "4C", canBeMade: false, students: 19 },
          { ...NOWHERE, why: "class-missing", wanted: "3C", canBeMade: true, students: 2 },
        ],
      },
    },
    {
      name: "Next classes",
      why: "These students have no class in 2026-2027 yet.",
      places: [{ words: "3C 21", to: "/app/settings/next-year" }],
      figure: { missing: 21, of: 40 },
      mend: { words: "Choose classes", to: "/app/settings/next-year" },
    },
  ],
  [
    "a report that sends somebody to a class that will not be",
    {
      year: {
        ...YEAR,
        nowhere: [{ ...NOWHERE, why: "class-missing", wanted: "4F", canBeMade: false, students: 3 }],
      },
    },
    {
      name: "Next classes",
      why: "4F does not exist in 2026-2027.",
      places: [
        { words: "Baptiste, Jaheim 3C", to: "/app/students/5" },
        { words: "2 more students", to: "/app/settings/turn/7?what=nowhere&select=all" },
      ],
      mend: { words: "Choose classes", to: "/app/settings/turn/7?what=nowhere&select=all" },
    },
  ],
])("what stops the turn: %s", (_what, found, expected) => {
  const { stops, ready } = groupReadinessItems({ ...WHOLE, ...found }, EVERYWHERE);

  expect(stops).toMatchObject([expected]);
  expect(named(ready)).not.toContain(expected.name);
});

test.each<[string, Partial<SchoolFindings>, Partial<ReadinessItem>]>([
  [
    "marks, the blankest sheet first, those too that are not due",
    marksOf([
      line("Spanish", [{ entered: 19, expected: 20 }]),
      line("Physics", [
        { entered: 20, expected: 20 },
        { entered: 0, expected: 20, isDue: false, url: "/exam" },
      ]),
    ]),
    {
      name: "Marks",
      why: "Missing marks print as blanks. 20 are not due yet.",
      places: [
        { words: "3C Physics 20", to: "/exam" },
        { words: "3C Spanish 1", to: "/sheet" },
      ],
      figure: { missing: 21, of: 60 },
      mend: { words: "Open mark sheets", to: "/app/late-board?by=subjects&missing=marks" },
    },
  ],
  [
    "marks of lines that were counted but not read",
    {
      lines: [line("Spanish", [{ entered: 1, expected: 20 }])],
      marks: { done: 100, total: 160, early: 0, open: 6 },
    },
    {
      name: "Marks",
      places: [
        { words: "3C Spanish 19", to: "/sheet" },
        { words: "5 more lessons", to: "/app/late-board?by=subjects&missing=marks" },
      ],
      figure: { missing: 60, of: 160 },
    },
  ],
  [
    "reports, and how many were sent back",
    { classes: [held("3C", { complete: 17, returned: 2 })] },
    {
      name: "Reports",
      why: "Not complete yet, 2 sent back.",
      places: [{ words: "3C 3", to: "/reports/3C" }],
      figure: { missing: 3, of: 20 },
      mend: { words: "Complete reports", to: "/app/late-board?missing=reports" },
    },
  ],
  [
    "signatures of what is complete",
    { classes: [held("3C", { signed: 18, changed: 1, toSign: 3 }), held("3D")] },
    {
      name: "Signatures",
      why: "Complete but not signed yet. 1 changed since signing.",
      places: [{ words: "3C 3", to: "/sign/3C" }],
      figure: { missing: 3, of: 40 },
    },
  ],
  [
    "posting, seven of eight named with how many there are besides",
    { classes: "ABCDEFGH".split("").map((letter) => ({ ...held(`3${letter}`), isPosted: false })) },
    {
      name: "Posting",
      places: [
        ..."ABCDEF".split("").map((letter) => ({ words: `3${letter}`, to: "/app/settings/post-reports" })),
        { words: "2 more classes", to: "/app/settings/post-reports" },
      ],
      figure: { missing: 8, of: 8 },
    },
  ],
  [
    "a form teacher of this year, within it",
    { classes: [{ ...held("3C"), isLed: false }] },
    { name: "Form teachers", places: [{ words: "3C", to: "/app/employees" }], figure: { missing: 1, of: 1 } },
  ],
  [
    "decisions, of which the rehearsal has the names",
    { year: { ...YEAR, decisions: [{ classId: 4, label: "3C", needed: 20, assumed: 9, reportsUrl: "/r" }] } },
    {
      name: "Decisions",
      places: [{ words: "3C 9", to: "/app/settings/turn/7?assumed=1&class=4" }],
      figure: { missing: 9, of: 20 },
      mend: { words: "Make decisions", to: "/app/settings/turn/7?assumed=1" },
    },
  ],
  [
    "a class that next year does not have",
    { year: { ...YEAR, here: [...YEAR.here, { label: "3D", isMade: false }] } },
    {
      name: "Classes",
      why: "Classes that are missing in 2026-2027.",
      places: [{ words: "3D", to: "/app/settings/next-year" }],
      figure: { missing: 1, of: 2 },
    },
  ],
  [
    "a form teacher of next year",
    { year: { ...YEAR, coming: [{ label: "4C", isLed: false }] } },
    { name: "Form teachers", places: [{ words: "4C", to: "/app/settings/next-year?tab=teachers" }] },
  ],
  [
    "lessons that somebody is to look at",
    {
      year: {
        ...YEAR,
        lessons: [
          { words: "Spanish", lessons: 4, isOpen: true },
          { words: "Music", lessons: 1, isOpen: true },
          { words: "Spanish", lessons: 2, isOpen: true },
          { words: "Art", lessons: 9, isOpen: false },
        ],
      },
    },
    {
      name: "Lessons",
      places: [
        { words: "Spanish 6", to: "/app/settings/next-year?tab=lessons" },
        { words: "Music 1", to: "/app/settings/next-year?tab=lessons" },
      ],
      figure: { missing: 7, of: 16 },
    },
  ],
])("what is better done first: %s", (_what, found, expected) => {
  const { stops, better } = groupReadinessItems({ ...WHOLE, ...found }, EVERYWHERE);

  // A report that is not complete is missing among the signatures too.
  const others = better.filter(({ name }) => name === expected.name || name !== "Signatures");
  expect([stops, others]).toMatchObject([[], [expected]]);
});

test("signatures are ready where every report is signed, and not while a report is not complete", () => {
  const of = (complete: number) => {
    const classes = [held("3C", { complete, signed: complete })];
    const { better, ready } = groupReadinessItems({ ...WHOLE, classes }, EVERYWHERE);
    return [better, ready].map((items) => items.find(({ name }) => name === "Signatures")?.why);
  };

  expect(of(20)).toEqual([undefined, "Every report is signed."]);
  expect(of(1)).toEqual(["1 complete report is signed. The others are not complete yet.", undefined]);
  expect(of(0)).toEqual(["No report is complete yet, so none can be signed.", undefined]);
});

test("nobody is led to a page that is not theirs", () => {
  const found: SchoolFindings = {
    ...WHOLE,
    ...marksOf([line("Spanish", [{ entered: 1, expected: 20, url: null }])]),
    classes: [{ ...held("3C", { complete: 17, toSign: 4 }), isPosted: false }],
    year: {
      ...YEAR,
      nowhere: [{ ...NOWHERE, why: "class-missing", wanted: "4F", canBeMade: false }],
      decisions: [{ classId: 4, label: "3C", needed: 20, assumed: 9, reportsUrl: "/r" }],
    },
  };

  const { stops, better } = groupReadinessItems(found, OFFICE);

  const ledTo = [...stops, ...better].flatMap(({ places, mend }) =>
    [...places, mend].map((item) => item?.to),
  );
  expect([...new Set(ledTo)]).toEqual([
    null,
    "/app/settings/current-term?do=advance",
    "/app/settings/post-reports",
  ]);
});

function marksOf(lines: LateMarkSheetLine[]): Pick<SchoolFindings, "lines" | "marks"> {
  const sheets = lines.flatMap((each) => each.sheets);
  const sum = (numberOf: (sheet: (typeof sheets)[number]) => number) =>
    sheets.reduce((all, sheet) => all + numberOf(sheet), 0);
  const open = lines.filter((each) => each.sheets.some(({ entered, expected }) => entered < expected));
  const early = sum(({ isDue, entered, expected }) => (isDue ? 0 : expected - entered));
  const marks = { done: sum(({ entered }) => entered), total: sum(({ expected }) => expected) };
  return { lines, marks: { ...marks, early, open: open.length } };
}

function line(
  subject: string,
  sheets: (Partial<LateMarkSheetLine["sheets"][number]> & Entered)[],
): LateMarkSheetLine {
  const sheet = { title: "End of Term", url: "/sheet", dueOn: "19 Jun 2026", isDue: true };
  return {
    key: subject,
    classId: 1,
    classLabel: "3C",
    subject,
    teachers: "C. Pierre",
    substituteFor: null,
    sheets: sheets.map((item, index) => ({ ...sheet, test: String(index), ...item })),
    marks: { done: 0, total: 0 },
  };
}

type Entered = { entered: number; expected: number };

function held(label: string, counts: Partial<ClassReadiness["reports"]> = {}): ClassReadiness {
  const whole = { total: 20, complete: 20, signed: 20, changed: 0, returned: 0, toSign: 0 };
  const urls = { reportsUrl: `/reports/${label}`, signUrl: `/sign/${label}` };
  return { label, reports: { ...whole, ...counts }, isPosted: true, isLed: true, ...urls };
}

function named(items: readonly ReadinessItem[]): string[] {
  return items.map(({ name }) => name);
}
