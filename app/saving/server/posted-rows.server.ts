import { isOwnPage } from "#domain/paths.ts";

/** A row of a form: the texts of its fields when Save was pressed, and the row's version when the page read it. */
export type PostedRow = { row: string; base: number; texts: ReadonlyMap<string, string> };

/**
 * Matches the name of a field of a row. `mark.17` is the mark of row 17, `base.17` the version of the row when the page
 * read it, `choice.17` the decision on a conflict, and `conflicting.17` the fields in conflict. `shown.asthma.17` shows
 * that the form has a checkbox, because browsers submit a checkbox only if it is checked.
 */
const FIELD_OF_ROW = /^(?:shown\.)?([a-z]\w{0,59})\.([1-9]\d{0,8})$/;

/** A decision names the version for which it was made, because a newer version is a new conflict. */
const CHOICE = /^(mine|theirs):(\d{1,15})$/;

/** Returns our page to which the person was navigating when the form was submitted, or null if they stay. */
export function parseLeaveTo(form: FormData): string | null {
  const goTo = form.get("go");
  return typeof goTo === "string" && isOwnPage(goTo) ? goTo : null;
}

/** Returns the name of the record, such as a tab, to which a form belongs. */
export function parseRecordName(form: FormData): FormDataEntryValue | null {
  return form.get("record");
}

/** Reads the rows of a form submitted without JavaScript. */
export function parsePostedRows(form: FormData): PostedRow[] {
  const rows = new Map<string, Map<string, string>>();
  for (const [name, text] of form) {
    const [, field, row] = FIELD_OF_ROW.exec(name) ?? [];
    if (field === undefined || row === undefined || typeof text !== "string") continue;
    rows.set(row, (rows.get(row) ?? new Map<string, string>()).set(field, text));
  }
  return [...rows].flatMap(([row, texts]) => postedRow(row, texts) ?? []);
}

/**
 * Reads the form of a record that is the only one on its page. Its field names do not include a row, and a field that
 * is not submitted does not change. Browsers do not submit an unchecked checkbox, so a field with the prefix `shown.`
 * shows that the form contained the checkbox. Returns null if the form has no valid version.
 */
export function parsePostedRecord(row: string, form: FormData, fields: Iterable<string>): PostedRow | null {
  const texts = ["base", "choice", "conflicting", ...fields].flatMap((name) => {
    const text = form.get(name) ?? (form.has(`shown.${name}`) ? "" : null);
    return typeof text === "string" ? [[name, text] as const] : [];
  });
  return postedRow(row, new Map(texts));
}

/**
 * Reads one row of a form. If the person took the colleague's values in a conflict, only the fields in conflict are
 * dropped. Returns null if the form has no valid version.
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
