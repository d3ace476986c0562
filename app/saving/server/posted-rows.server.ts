import { isOwnPage } from "#domain/paths.ts";

/** A row of a form: the texts of its fields as they stood when Save was pressed, and the version they were read at. */
export type PostedRow = { row: string; base: number; texts: ReadonlyMap<string, string> };

/**
 * `mark.17` is the mark of row 17; `base.17` the version it was read at; `choice.17` what a conflict was decided to, and
 * `conflicting.17` which fields were in it. `shown.asthma.17` stands before a box, which is posted only where it is ticked.
 */
const FIELD_OF_ROW = /^(?:shown\.)?([a-z]\w{0,59})\.([1-9]\d{0,8})$/;

/** A decided conflict names the version that it was decided about, so that a still newer one is told again. */
const CHOICE = /^(mine|theirs):(\d{1,15})$/;

/** Where the person was going when the form was sent on the way; null for who stays, and for no page of ours. */
export function goesTo(form: FormData): string | null {
  const goTo = form.get("go");
  return typeof goTo === "string" && isOwnPage(goTo) ? goTo : null;
}

/** Which record a form says that it is of, such as a tab. */
export function recordIn(form: FormData): FormDataEntryValue | null {
  return form.get("record");
}

/** The rows of a form as a browser without scripts posts it. */
export function postedRows(form: FormData): PostedRow[] {
  const rows = new Map<string, Map<string, string>>();
  for (const [name, text] of form) {
    const [, field, row] = FIELD_OF_ROW.exec(name) ?? [];
    if (field === undefined || row === undefined || typeof text !== "string") continue;
    rows.set(row, (rows.get(row) ?? new Map<string, string>()).set(field, text));
  }
  return [...rows].flatMap(([row, texts]) => postedRow(row, texts) ?? []);
}

/**
 * The form of a record that is alone on its page: its fields bear their bare names, and what is not posted is not
 * touched. A box that is not ticked is not posted; `shown.` before its name says that it was there.
 * @returns null when the version it was read at cannot be told
 */
export function postedRecord(row: string, form: FormData, fields: Iterable<string>): PostedRow | null {
  const texts = ["base", "choice", "conflicting", ...fields].flatMap((name) => {
    const text = form.get(name) ?? (form.has(`shown.${name}`) ? "" : null);
    return typeof text === "string" ? [[name, text] as const] : [];
  });
  return postedRow(row, new Map(texts));
}

/**
 * One row of a form, by its fields' names. A conflict that was decided for what a colleague wrote gives up the fields
 * that were in it, and no other. @returns null when the version it was read at cannot be told
 */
function postedRow(row: string, all: ReadonlyMap<string, string>): PostedRow | null {
  const {
    base: readAt = "",
    choice: chosen = "",
    conflicting = "",
    ...texts
  } = Object.fromEntries(all) as Record<string, string>;
  const [, choice, decided] = CHOICE.exec(chosen) ?? [];
  const base = Number(decided ?? readAt);
  if (readAt === "" || !Number.isSafeInteger(base) || base < 0) return null;
  const givenUp = choice === "theirs" ? conflicting.split(" ") : [];
  const kept = Object.entries(texts).filter(([name]) => !givenUp.includes(name));
  return { row, base, texts: new Map(kept) };
}
