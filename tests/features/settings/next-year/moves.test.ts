import { expect, test } from "vitest";
import {
  calculateExpectedClassSizes,
  checkClassMoves,
  buildClassMoveRows,
  describeUnplaced,
  listSharedNextClasses,
  type NextYearClass,
  type ThisYearClass,
} from "#features/settings/next-year/moves.rules.ts";
import {
  compareChoiceWithStored,
  shortenLabels,
  joinNamesWithMore,
} from "#features/settings/next-year/next-year.rules.ts";

const COMING: NextYearClass[] = [coming(11, 1), coming(12, 1), coming(21, 2), coming(22, 2), coming(31, 3)];
const HERE: ThisYearClass[] = [
  held({ class_id: 1, form_level: 1, up_class_id: 21, repeat_class_id: 11 }),
  held({
    class_id: 2,
    form_level: 1,
    up_class_id: null,
    up_why: "several",
    repeat_class_id: 12,
    repeating: 2,
  }),
  held({ class_id: 3, form_level: 2, up_class_id: 31, repeat_class_id: 21, repeating: 1 }),
  held({ class_id: 5, form_level: 3, up_class_id: null, up_why: "leaves", repeat_class_id: 31 }),
];
const MOVES = buildClassMoveRows(HERE, COMING, "secondary");
const NONE = new Set<number>();

test.each([
  [{ was: 1, typed: 1 }, 2, "kept"],
  [{ was: 1, typed: 2 }, 2, "kept"],
  [{ was: 1, typed: 2 }, 1, "changed"],
  [{ was: 1, typed: 2 }, 3, "stale"],
  [{ was: null, typed: 2 }, null, "changed"],
  [{ was: null, typed: 2 }, 3, "stale"],
] as const)("of %j where %j stands", (posted, now, verdict) => {
  expect(compareChoiceWithStored<number | null>(posted, now)).toBe(verdict);
});

test.each([
  ["nothing touched", [], NONE, { errors: {}, changes: [], isStale: false }],
  ["a free class", [[2, null, 22]], NONE, { changes: [{ classId: 2, upClassId: 22, shared: false }] }],
  [
    "another's class",
    [[2, null, 21]],
    NONE,
    {
      errors: {
        "up-1":
          "C2 also goes to this class. Choose another class, or confirm that the classes share this class.",
        "up-2":
          "C1 also goes to this class. Choose another class, or confirm that the classes share this class.",
      },
    },
  ],
  [
    "another's class, and meant",
    [[2, null, 21]],
    new Set([21]),
    {
      errors: {},
      changes: [
        { classId: 1, upClassId: 21, shared: true },
        { classId: 2, upClassId: 21, shared: true },
      ],
    },
  ],
  [
    "two change places",
    [
      [1, 21, 22],
      [2, null, 21],
    ],
    NONE,
    { errors: {} },
  ],
  [
    "a class of another level",
    [[2, null, 31]],
    new Set([31]),
    { errors: { "up-2": "Choose a class of the next level." } },
  ],
  [
    "somebody was first",
    [[1, 22, null]],
    NONE,
    {
      isStale: true,
      errors: {
        "up-1":
          "The next class was changed while you had this page open. The next class is now: C21. Check the class, then save again.",
      },
    },
  ],
  ["no class", [[1, 21, null]], NONE, { changes: [{ classId: 1, upClassId: null, shared: false }] }],
  ["the last level", [[5, null, 31]], NONE, { changes: [], errors: {} }],
] as const)("%s", (_, choices, shared, expected) => {
  const posted = new Map(choices.map(([id, was, typed]) => [id as number, { was, typed }]));

  expect(checkClassMoves(MOVES, posted, shared)).toMatchObject(expected);
});

test("students are counted where they are expected; new ones, and those with nowhere to go, are not known", () => {
  expect(calculateExpectedClassSizes(HERE, COMING).map(({ students }) => students)).toEqual([
    null,
    null,
    null,
    null,
    29,
  ]);

  const mapped = HERE.map((item) =>
    item.class_id === 2 ? { ...item, up_class_id: 22, up_why: "mapped" as const } : item,
  );
  expect(calculateExpectedClassSizes(mapped, COMING).map(({ students }) => students)).toEqual([
    null,
    null,
    31,
    28,
    29,
  ]);
});

test("a class whose level leaves unless accepted needs no class next year", () => {
  const leaving = HERE.map((item) => (item.class_id === 2 ? { ...item, leaves: true } : item));

  expect(describeUnplaced(leaving, "secondary")).toBeNull();
  expect(buildClassMoveRows(leaving, COMING, "secondary").some(({ isMissing }) => isMissing)).toBe(false);
});

test("who has nowhere to go is named", () => {
  expect(describeUnplaced(HERE, "primary")).toEqual({
    strong: "28 students in C2 have no class next year.",
    words: "Choose a teacher for C2. The new school year cannot start before that.",
  });
  expect(
    describeUnplaced(
      HERE.filter(({ class_id }) => class_id !== 2),
      "primary",
    ),
  ).toBeNull();
});

test("an empty class stops nobody", () => {
  const empty = HERE.map((item) => ({ ...item, students: 0, repeating: 0 }));

  expect(describeUnplaced(empty, "primary")).toBeNull();
});

test("in a primary school a class is called by its teachers", () => {
  const formTeacher = { employee_id: 9, first_name: "Ann", last_name: "Lee", works: true };
  const withLead = [
    { ...coming(21, 2), lead: formTeacher, co_teachers: [{ ...formTeacher, first_name: "Bo" }] },
    coming(22, 2),
  ];

  expect(buildClassMoveRows(HERE, withLead, "primary")[0]?.choices.map(({ label }) => label)).toEqual([
    "A. Lee / B. Lee",
    "C22, no teacher yet",
  ]);
});

test("whether two classes are meant to share one is asked", () => {
  expect(listSharedNextClasses(MOVES, new Map([[2, 21]]))).toEqual([
    { upClassId: 21, label: "C21", words: "C1 and C2 go up together to C21: 58 students.", isSaid: false },
  ]);
  expect(listSharedNextClasses(MOVES, new Map())).toEqual([]);
});

test.each([
  [["A"], "A"],
  [["A", "B"], "A and B"],
  [["A", "B", "C", "D"], "A, B, C and 1 more"],
])("some of %j", (names, words) => {
  expect(joinNamesWithMore(names)).toBe(words);
});

test.each([
  [["Std 3 B", "Std 3 G", "Std 4 C"], "Std 3 B, 3 G, 4 C"],
  [["1A", "1B"], "1A, 1B"],
  [["1st Year E", "Std 1 D"], "1st Year E, Std 1 D"],
])("%j in short", (labels, words) => {
  expect(shortenLabels(labels)).toBe(words);
});

function held(of: Partial<ThisYearClass> & Pick<ThisYearClass, "class_id" | "form_level">): ThisYearClass {
  return {
    label: `C${of.class_id}`,
    teachers: [],
    students: 30,
    repeating: 0,
    up_class_id: null,
    up_why: "mapped",
    repeat_class_id: null,
    chosen_class_id: null,
    shared: false,
    leaves: false,
    ...of,
  };
}

function coming(class_id: number, form_level: number): NextYearClass {
  return {
    class_id,
    label: `C${class_id}`,
    form_level,
    form_class_id: `${form_level}A`,
    group_title: `Form ${form_level}`,
    lead: null,
    co_teachers: [],
  };
}
