import { COMMENT_LIMITS } from "#domain/term-reports.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import { RECORD_FIELDS } from "./record.rules.ts";

/** What the form asks for: to save, to save and go on to the next student, or to resubmit a report. */
export type ReportIntent = "save" | "save-next" | "resubmit";

/** The form of a report as a browser without scripts posts it; what is not posted is not touched. */
export type PostedReport = { base: number; values: Values };

/** A decided conflict names the version that it was decided about, so that a still newer one is told again. */
const CHOICE = /^(mine|theirs):(\d{1,15})$/;

const NUMBERS = /^(total_sessions|sessions_absent|sessions_late)$/;
const FIGURES = /^\d{1,9}$/;

export function intentOf(form: FormData): ReportIntent {
  const intent = form.get("intent");
  return intent === "resubmit" || intent === "save-next" ? intent : "save";
}

/** @returns null when the version it was read at cannot be told */
export function postedReport(form: FormData): PostedReport | null {
  const [, choice, decided] = CHOICE.exec(textIn(form, "choice")) ?? [];
  const base = Number(decided ?? textIn(form, "base"));
  if (textIn(form, "base") === "" || !Number.isSafeInteger(base) || base < 0) return null;
  const givenUp = choice === "theirs" ? form.getAll("conflicting").map(String) : [];
  const posted = RECORD_FIELDS.filter((field) => form.has(field) && !givenUp.includes(field));
  const values = posted.map((field) => [field, valueOf(field, textIn(form, field))] as const);
  return { base, values: { ...withoutEmptyComment(Object.fromEntries(values)), ...clearedComments(form) } };
}

/** The teacher's comment saves only if it is not empty (T5): a form that lost it does not take it away. */
function withoutEmptyComment({ teacher_comment = null, ...others }: Values): Values {
  return teacher_comment === null ? others : { ...others, teacher_comment };
}

/** Who means to clear a comment says so by a field of its own. */
function clearedComments(form: FormData): Values {
  const comments = Object.keys(COMMENT_LIMITS).filter((field) => form.getAll("clear").includes(field));
  return Object.fromEntries(comments.map((field) => [field, null]));
}

function valueOf(field: string, text: string): FieldValue {
  if (text.trim() === "") return null;
  // What is no number is kept as typed, to be refused in words.
  return NUMBERS.test(field) && FIGURES.test(text.trim()) ? Number(text.trim()) : text;
}

/** One line end is one character, however the form was sent. */
function textIn(form: FormData, name: string): string {
  const text = form.get(name);
  return typeof text === "string" ? text.replaceAll(/\r\n?/g, "\n") : "";
}
