import {
  fillInBoxColumns,
  type ListColumn,
  type ListDocument,
  type ListGroup,
  type ListRow,
  type ListTable,
} from "#templates/list/data.ts";
import { sampleNames } from "./samples/names.ts";
import { sampleHeading } from "./samples/lists/heading.ts";

/** Builds lists of each arrangement, for testing the list engine; the kinds' own samples are separate. */
export function listOf(table: Partial<ListTable>, heading: Partial<ListDocument> = {}): ListDocument {
  return {
    ...sampleHeading,
    tables: [{ columns: NAMES, groups: [], numbered: "by group", ...table }],
    ...heading,
  };
}

export const NAMES: readonly ListColumn[] = [
  { key: "name", title: "Name", kind: "text", width: "*" },
  { key: "born", title: "Date of birth", kind: "date", width: 60, unknown: "not recorded" },
];

export function named(names: readonly string[], more: ListRow = {}): ListRow[] {
  return names.map((name) => ({ name, born: "2016-05-04", ...more }));
}

export function students(count: number): string[] {
  return Array.from({ length: count }, (_each, index) => {
    const [last = "", first = ""] = (sampleNames[index % sampleNames.length] ?? "").split(", ");
    return `${last}, ${first} ${index + 1}`;
  });
}

/** Builds counts by class and sex under the sums of their levels, as the statistics print them. */
export function statistics(levels: number, groups: readonly string[]): ListDocument {
  const keys = groups.flatMap((group) =>
    ["boys", "girls"].map((sex) => ({ group, sex, key: `${group} ${sex}` })),
  );
  const row = (name: string, seed: number): ListRow => ({
    name,
    ...Object.fromEntries(
      keys.map(({ key }, index) => [key, (seed * 7 + index * 5) % 9 > 4 ? (seed + index) % 13 : 0]),
    ),
    all: 29,
  });
  const levelOf = (_each: unknown, level: number): ListGroup => ({
    title: `Standard ${level + 1}`,
    rows: ["A", "S"].map((name, index) => row(`Std ${level + 1} ${name}`, 2 * level + index)),
  });
  const columns: ListColumn[] = [
    { key: "name", title: "Class", kind: "text", width: 70 },
    ...keys.map(({ group, sex, key }): ListColumn => ({
      key,
      title: sex,
      over: group,
      kind: "count",
      width: sex === "boys" ? 17 : 11,
    })),
    { key: "all", title: "total", over: "All", kind: "count", width: 26, ruled: true, strong: true },
  ];
  const groupsOf = Array.from({ length: levels }, levelOf);
  const table: ListTable = {
    columns,
    groups: groupsOf,
    arrangement: "sums",
    total: "School",
    chart: ["boys", "girls"],
  };
  return listOf(
    {},
    {
      title: "Religion statistics",
      about: "Whole school",
      aside: "",
      counts: [{ figure: 403, words: "students" }],
      referenceDate: "2026-04-13",
      tables: [
        {
          ...table,
          closing: [{ name: "Percentage of the school", [keys[1]?.key ?? ""]: "6.0%", all: "100%" }],
        },
      ],
      notes: [
        "Counted: 401 of 403 enrolled students. Left out: 2 whose sex is not recorded (Std 2 G, 2nd Year M).",
        "Percentages are rounded.",
      ],
    },
  );
}

/** Builds a strip of counts, then a block with boxes for each class, as the school feeding list prints it. */
export function feeding(sizes: readonly number[]): ListDocument {
  const groups = sizes.map((size, index) => ({
    title: `Std ${1 + Math.floor(index / 2)} ${"AS"[index % 2]}`,
    aside: "Ms. K. Baptiste",
    count: { figure: size, words: "meals" },
    rows: named(students(size)),
  }));
  const strip = { ...Object.fromEntries(groups.map(({ title, rows }) => [title, rows.length])), all: 129 };
  const stripColumns = groups.map(({ title }): ListColumn => ({
    key: title,
    title,
    kind: "number",
    width: 22,
    align: "center",
    strong: true,
  }));
  const all: ListColumn = {
    key: "all",
    title: "School",
    kind: "number",
    width: 22,
    align: "center",
    ruled: true,
    strong: true,
  };
  return listOf(
    {},
    {
      title: "School feeding list",
      about: "129 meals a day",
      aside: "",
      counts: [
        { figure: 69, words: "boys" },
        { figure: 60, words: "girls" },
      ],
      tables: [
        { columns: [...stripColumns, all], groups: [{ title: "", rows: [strip] }] },
        {
          columns: [
            { key: "name", title: "", kind: "text", width: "*" },
            ...fillInBoxColumns(["M", "T", "W", "T", "F"], 7),
          ],
          groups,
          numbered: "by group",
          arrangement: "blocks",
        },
      ],
    },
  );
}

/** Builds a band for each post, in landscape, numbered through. */
export function staff(posts: Readonly<Record<string, number>>): ListDocument {
  const since = ["In this post since", "In the teaching service since", "At this school since"];
  const columns: ListColumn[] = [
    { key: "name", title: "Name", kind: "text", width: 182 },
    { key: "number", title: "Teacher number", kind: "text", width: 58 },
    { key: "class", title: "Class", kind: "text", width: 98 },
    { key: "subject", title: "Department or subject", kind: "text", width: 84 },
    ...since.map((title, index): ListColumn => ({
      key: `since${index}`,
      title,
      kind: "date",
      width: index === 1 ? 60 : 52,
    })),
    { key: "degree", title: "Qualification", kind: "text", width: "*", unknown: "not recorded" },
  ];
  const rowsOf = (count: number): ListRow[] =>
    named(students(count)).map((row, index) => ({
      ...row,
      name:
        index === 2
          ? { value: row.name as string, under: "acting Head of Department since 2 Sep 2024" }
          : (row.name ?? null),
      number: `T-${14907 + index}`,
      class: index % 3 === 0 ? null : `Std ${index}`,
      subject: "Language Arts",
      since0: "2018-09-03",
      since1: "1992-01-06",
      since2: "2018-09-03",
      degree: index === 1 ? null : "B.Ed.",
    }));
  const groups = Object.entries(posts).map(([title, count]) => ({
    title,
    aside: String(count),
    rows: rowsOf(count),
  }));
  return listOf(
    { columns, groups, numbered: "through" },
    {
      title: "Staff list",
      about: "23 employees",
      aside: "",
      counts: [],
      notes: ["Grouped by substantive post."],
    },
  );
}

/** Builds one line per contact, as the contact information prints it. */
export function contacts(names: readonly string[]): ListDocument {
  const columns: ListColumn[] = [
    { key: "name", title: "Student and home address", kind: "text", width: 128 },
    { key: "relation", title: "Whom to call", kind: "text", width: 58 },
    { key: "contact", title: "", kind: "text", width: "*" },
    ...["Mobile", "Home", "Work"].map((title): ListColumn => ({
      key: title,
      title,
      kind: "phone",
      width: 42,
    })),
  ];
  const rows = names.map((name, index): ListRow => ({
    name: { value: name, strong: true, under: "14 Samaan Trace, Poui Hill" },
    relation: [
      { value: "Neighbour", strong: true },
      { value: "Mother", quiet: true },
      { value: "Father", quiet: true },
    ],
    contact: [
      index % 4 === 3 ? "Marie-Antoinette Villafaña-Rodríguez de la Cruz" : "Iris Joseph",
      "Patrice Alexander",
      "Curtis Alexander",
    ],
    Mobile: [{ value: "555 0133", strong: true }, "555 0121", ""],
    Home: ["", "555 0117", "555 0118"],
    Work: "",
  }));
  return listOf({ columns, groups: [{ title: "", rows }] });
}

/** Builds bars with their lengths and filled parts. */
export function registration(
  classes: Readonly<Record<string, readonly [enrolled: number, registered: number]>>,
): ListDocument {
  const columns: ListColumn[] = [
    { key: "name", title: "Class", kind: "text", width: "*" },
    { key: "enrolled", title: "Enrolled", kind: "count", width: 36 },
    { key: "bar", title: "Registered", kind: "bar", width: 120 },
    { key: "left", title: "To register", kind: "count", width: 40, strong: true },
  ];
  const rows = Object.entries(classes).map(([name, [enrolled, registered]]): ListRow => ({
    name,
    enrolled,
    bar: { value: enrolled, solid: registered },
    left: enrolled - registered,
  }));
  const table = { columns, groups: [{ title: "", rows }], total: "School" };
  return listOf(
    {},
    { title: "Registration status", about: "390 of 403 registered", aside: "", tables: [table] },
  );
}
