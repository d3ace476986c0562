import type { CardCell, ReportCard } from "#templates/report-card/data.ts";

const NOTHING: CardCell = { is: "nothing" };

/**
 * Returns the card with every part that a school may choose: both positions, the class's figures beside each result,
 * the conduct, the line for the teacher's signature, the day of issue and the slip. All figures have the highest
 * possible number of digits, so that the columns are as wide as on any real card.
 */
export function withAllOptions(card: ReportCard): ReportCard {
  const { groups, columns } = card.marks;
  const place = 1 + columns.findIndex(({ kind }) => kind === "grade");
  const insert = <Item>(items: readonly Item[], more: readonly Item[]) => [
    ...items.slice(0, place),
    ...more,
    ...items.slice(place),
  ];
  // These columns come after the grade. Subjects with chosen grades leave both empty.
  const unit = card.layout === "beside" ? "\u00a0%" : "";
  const figures = [
    { kind: "figure" as const, label: `Class average${unit}` },
    { kind: "figure" as const, label: `Highest in\u00a0class${unit}` },
  ];
  const cells: CardCell[] = [
    { is: "text", text: "64" },
    { is: "text", text: "100" },
  ];
  const [name = "", label = ""] = card.foot;
  return {
    ...card,
    student: {
      ...card.student,
      facts: [
        ...card.student.facts.filter((fact) => fact.label !== "Class size"),
        { label: "Position in class", value: "10 of 33" },
        { label: "Position in Form 3", value: "= 52 of 188" },
      ],
    },
    marks: {
      ...card.marks,
      columns: insert(columns, figures),
      compared:
        card.layout === "beside"
          ? "class 64.2% · highest 100%"
          : "Class average 64.2% · Highest in class 100%",
      groups: groups.map(({ title, rows }) => ({
        title,
        rows: rows.map((row) => ({
          ...row,
          cells: insert(row.cells, title === null ? cells : [NOTHING, NOTHING]),
        })),
      })),
    },
    // The project is left empty. With it, cards of fourteen subjects continue on a second page.
    attendance: [
      ...card.attendance.filter(({ label }) => label !== "Project"),
      { label: "Conduct", value: "Very good" },
    ],
    teacherSignature: { name: "Mrs. A. Ramkissoon", role: "class teacher" },
    closing: { ...card.closing, issued: { label: "Issued", value: "3 Jul 2026" } },
    slip: {
      title: "Parent’s slip",
      instruction: "Please sign and return this slip to Mrs. A. Ramkissoon by 11 Sep 2026.",
      before: "I have received and read the report card of ",
      name,
      after: `, ${label}, for ${card.period}.`,
      lines: ["Signature of parent or guardian", "Name in capitals", "Date"],
    },
  };
}

/** Remarks from none to as long as they can be. */
const REMARKS = [
  "Her essays are well argued. Proofreading would lift them further.",
  "Excellent map work and field notes.",
  "Must learn vocabulary weekly; speaking is improving, and so is her handwriting.",
  null,
  "Attend the Wednesday clinic: fractions and equations need practice each evening.",
];

/** Returns the card with a remark of each subject teacher. */
export function withRemarks(card: ReportCard): ReportCard {
  const { columns, groups } = card.marks;
  return {
    ...card,
    layout: "below",
    marks: {
      ...card.marks,
      columns: [...columns, { kind: "remark", label: "Remark" }],
      groups: groups.map(({ title, rows }) => ({
        title,
        rows: rows.map((row, index) => {
          const text = REMARKS[index % REMARKS.length] ?? null;
          return { ...row, cells: [...row.cells, text === null ? NOTHING : { is: "text", text }] };
        }),
      })),
    },
  };
}

/** Returns the card without the ratings of the term's work, as the highest forms have it. */
export function withoutRatings(card: ReportCard): ReportCard {
  const { columns, groups } = card.marks;
  const isKept = (_item: unknown, index: number) => columns[index]?.kind !== "rating";
  return {
    ...card,
    student: { ...card.student, picture: null },
    marks: {
      ...card.marks,
      columns: columns.filter(isKept),
      groups: groups.map(({ title, rows }) => ({
        title,
        rows: rows.map((row) => ({ ...row, cells: row.cells.filter(isKept) })),
      })),
    },
    teacherComment: {
      ...card.teacherComment,
      text: "A good term. One more hour of Mathematics each week would make a difference.",
    },
  };
}

/** Returns a card of the last term with the results of the year, with as many figures as possible. */
export function withYearResults(card: ReportCard): ReportCard {
  const { columns, groups } = card.marks;
  const place = 1 + columns.findIndex(({ kind }) => kind === "grade");
  const insert = <Item>(items: readonly Item[], more: readonly Item[]) => [
    ...items.slice(0, place),
    ...more,
    ...items.slice(place),
  ];
  const cells = (texts: readonly string[]): CardCell[] => texts.map((text) => ({ is: "text", text }));
  return {
    ...card,
    layout: "below",
    marks: {
      ...card.marks,
      columns: insert(
        columns,
        ["Term 1", "Term 2", "Year"].map((label) => ({ kind: "year", label }) as const),
      ),
      groups: groups.map(({ title, rows }) => ({
        title,
        rows: rows.map((row) => ({
          ...row,
          cells: insert(row.cells, cells(title === null ? ["100", "Absent", "100"] : ["B", "A", "A"])),
        })),
      })),
      year: {
        label: "Average for the year",
        value: "72.8%",
        details: "Term 1 70.4% · Term 2 73.0% · Term 3 75.1% · position = 12 of 29",
      },
    },
  };
}
