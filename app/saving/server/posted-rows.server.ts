/** A row of a form: the texts of its fields as they stood when Save was pressed, and the version they were read at. */
export type PostedRow = { row: string; base: number; texts: ReadonlyMap<string, string> };

/** `mark.17` is the mark of row 17; `base.17` the version it was read at; `choice.17` what a conflict was decided to. */
const FIELD_OF_ROW = /^([a-z]\w{0,59})\.([1-9]\d{0,8})$/;

/** A decided conflict names the version that it was decided about, so that a still newer one is told again. */
const CHOICE = /^(mine|theirs):(\d{1,15})$/;

/** The rows of a form as a browser without scripts posts it; 'theirs' leaves a row as it is stored. */
export function postedRows(form: FormData): PostedRow[] {
  const rows = new Map<string, Map<string, string>>();
  for (const [name, text] of form) {
    const [, field, row] = FIELD_OF_ROW.exec(name) ?? [];
    if (field === undefined || row === undefined || typeof text !== "string") continue;
    rows.set(row, (rows.get(row) ?? new Map<string, string>()).set(field, text));
  }
  return [...rows].flatMap(([row, texts]) => {
    const posted = postedRow(row, texts);
    return posted && !posted.isTheirs ? [posted] : [];
  });
}

/**
 * One row of a form, by its fields' names. @returns null when the version it was read at cannot be told; `isTheirs` when
 * a conflict was decided for what a colleague wrote
 */
export function postedRow(
  row: string,
  all: ReadonlyMap<string, string>,
): (PostedRow & { isTheirs: boolean }) | null {
  const {
    base: readAt = "",
    choice: chosen = "",
    ...texts
  } = Object.fromEntries(all) as Record<string, string>;
  const [, choice, decided] = CHOICE.exec(chosen) ?? [];
  const base = Number(decided ?? readAt);
  if (readAt === "" || !Number.isSafeInteger(base) || base < 0) return null;
  return { row, base, texts: new Map(Object.entries(texts)), isTheirs: choice === "theirs" };
}
