import { isOwnPage } from "#domain/paths.ts";

/** A row of a form: the texts of its fields when Save was pressed, and the version at which they were read. */
export type PostedRow = { row: string; base: number; texts: ReadonlyMap<string, string> };

/**
 * `mark.17` is the mark of row 17, `base.17` the version at which the row was read, `choice.17` the decision of a
 * conflict, and `conflicting.17` the fields in conflict. `shown.asthma.17` comes before a box, because a box is posted
 * only if it is ticked.
 */
const FIELD_OF_ROW = /^(?:shown\.)?([a-z]\w{0,59})\.([1-9]\d{0,8})$/;

/** A decision names the version that it is about, so that a still newer one is shown as a conflict again. */
const CHOICE = /^(mine|theirs):(\d{1,15})$/;

/**
 * Returns the page that the person was going to when the form was sent; null if the person stays, or the page is not
 * ours.
 */
export function destinationOf(form: FormData): string | null {
  const goTo = form.get("go");
  return typeof goTo === "string" && isOwnPage(goTo) ? goTo : null;
}

/** Returns the record that a form belongs to, such as a tab. */
export function recordIn(form: FormData): FormDataEntryValue | null {
  return form.get("record");
}

/** Reads the rows of a form that a browser without scripts posts. */
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
 * Reads the form of a record that is alone on its page. Its fields have their bare names, and a field that is not
 * posted is not changed. A box that is not ticked is not posted; `shown.` before its name says that the box was there.
 * Returns null if the form has no valid version.
 */
export function postedRecord(row: string, form: FormData, fields: Iterable<string>): PostedRow | null {
  const texts = ["base", "choice", "conflicting", ...fields].flatMap((name) => {
    const text = form.get(name) ?? (form.has(`shown.${name}`) ? "" : null);
    return typeof text === "string" ? [[name, text] as const] : [];
  });
  return postedRow(row, new Map(texts));
}

/**
 * Reads one row of a form. A conflict that was decided for the colleague gives up the fields in conflict, and no
 * others. Returns null if the form has no valid version.
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
