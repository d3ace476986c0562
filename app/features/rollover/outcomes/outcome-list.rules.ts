import type { DecisionKind } from "#domain/rollover/rollover.ts";

type Decision = { kind: DecisionKind; classId: number | null; formClassId: string | null };

type NextClass = { class_id: number; label: string; subject_group: string | null };

type ListContext = {
  known: readonly { student_key: number; student_id: string }[];
  classes: readonly NextClass[];
  /** The outcome of the lines that name none; null if each line must name one. */
  otherwise: Decision | null;
};

export type PastedOutcome = { studentKey: number; decision: Decision };

const BETWEEN_CELLS = /\s*[\t;,]\s*|\s{2,}/;
const WORDS: Readonly<Record<string, DecisionKind>> = {
  promote: "promote",
  promoted: "promote",
  repeat: "repeat",
  repeating: "repeat",
  leave: "leave",
  leaving: "leave",
};
/** The most lines that an error names. */
const MOST_NAMED = 5;

/**
 * Reads a pasted list of students. Returns the outcome of each line, and an error for each line that cannot be read.
 * The first cell of a line is the student's ID and the last cell is the outcome, so that a name may come between
 * them.
 */
export function parsePastedOutcomes(text: string, context: ListContext) {
  const keys = new Map(context.known.map(({ student_id, student_key }) => [fold(student_id), student_key]));
  const seen = new Set<number>();
  const errors: string[] = [];
  const outcomes = text.split(/\r?\n/).flatMap((line, index): PastedOutcome[] => {
    const [id = "", ...cells] = cellsOf(line, keys);
    if (id === "") return [];
    const fail = (words: string) => {
      errors.push(`Line ${index + 1}: ${words}`);
      return [];
    };
    const studentKey = keys.get(fold(id));
    if (studentKey === undefined)
      return index === 0 && isHeading(id) ? [] : fail(`no student here has the ID ${id}.`);
    if (seen.has(studentKey)) return fail(`${id} is on the list twice.`);
    seen.add(studentKey);
    const last = cells.findLast((cell) => cell !== "") ?? "";
    const named = namedBy(last, context);
    const why = named ? null : whyUnreadable(last, context);
    if (why !== null) return fail(why);
    const decision = named ?? context.otherwise;
    return decision ? [{ studentKey, decision }] : fail(`choose a class or an outcome for ${id}.`);
  });
  const more = errors.length - MOST_NAMED;
  return {
    outcomes,
    errors: more > 0 ? [...errors.slice(0, MOST_NAMED), `${more} more lines cannot be read.`] : errors,
  };
}

/** Returns the cells of a line. In a typed line one space may separate the ID and the outcome. */
function cellsOf(line: string, keys: ReadonlyMap<string, number>): string[] {
  const cells = line.trim().split(BETWEEN_CELLS);
  const [, id, outcome] = /^(\S+)\s(.+)$/.exec(cells.length === 1 ? (cells[0] ?? "") : "") ?? [];
  return id !== undefined && outcome !== undefined && keys.has(fold(id)) ? [id, outcome] : cells;
}

/** Returns whether the first cell of a list is a heading, such as `Student ID`. */
function isHeading(cell: string): boolean {
  return /id/i.test(cell) && !/\d/.test(cell);
}

/** Returns the outcome that a cell names. Returns null for any other text, such as a student's name. */
function namedBy(cell: string, { classes }: ListContext): Decision | null {
  const kind = WORDS[fold(cell)];
  if (kind) return { kind, classId: null, formClassId: null };
  const named = classes.find(({ label }) => fold(label) === fold(cell)) ?? onlyClassOf(cell, classes);
  return named ? { kind: "class", classId: named.class_id, formClassId: null } : null;
}

/**
 * Returns why a cell that was meant as an outcome cannot be read: it is the subject group of several classes, or it
 * contains a digit, which no name does. Such a line must not silently get the outcome that was chosen for the whole
 * list. Returns null for other text.
 */
function whyUnreadable(cell: string, { classes }: ListContext): string | null {
  const isGroup = classes.some(({ subject_group: group }) => group !== null && fold(group) === fold(cell));
  if (isGroup) return `several classes are in the group ${cell}. Enter one of the classes.`;
  return /\d/.test(cell) ? `there is no class ${cell} next year.` : null;
}

/** Returns the class of a subject group, unless several classes have it. */
function onlyClassOf(group: string, classes: readonly NextClass[]): NextClass | undefined {
  const found = classes.filter(({ subject_group: name }) => name !== null && fold(name) === fold(group));
  return found.length === 1 ? found[0] : undefined;
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}

/** Groups the students who have the same outcome, so that each outcome is stored once. */
export function groupByDecision(outcomes: readonly PastedOutcome[]) {
  const groups = new Map<string, { decision: Decision; studentKeys: number[] }>();
  for (const { decision, studentKey } of outcomes) {
    const key = JSON.stringify(decision);
    const group = groups.get(key) ?? { decision, studentKeys: [] };
    group.studentKeys.push(studentKey);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The students of a posted page: the students with a checkbox, and the students whose checkbox is ticked. */
export type PostedStudents = { shown: readonly number[]; ticked: readonly number[] };

/** Returns the students whose ticks differ from the selection, on other pages and on the page that was posted. */
export function listToggledStudents(
  selection: ReadonlySet<number>,
  { shown, ticked }: PostedStudents,
  before: readonly number[],
): number[] {
  const isTicked = new Set(ticked);
  const onPage = new Set([...shown, ...ticked]);
  return [
    ...before.filter((key) => !onPage.has(key)),
    ...[...onPage].filter((key) => isTicked.has(key) !== selection.has(key)),
  ];
}

/**
 * Returns the selected students: the students of the selection who were not unticked, and other students who were
 * ticked.
 */
export function applyTickedStudents(selection: ReadonlySet<number>, toggled: readonly number[]): number[] {
  const changed = new Set(toggled);
  return [
    ...[...selection].filter((key) => !changed.has(key)),
    ...[...changed].filter((key) => !selection.has(key)),
  ];
}
