import { formatDate } from "#domain/dates.ts";
import type { Flavour } from "#domain/grades.ts";
import { isDecidedIn } from "#domain/term-reports.ts";
import { yearLabel, yearWords } from "#domain/terms.ts";

/** The words of a report card, which a family reads: no abbreviations, no field names. */

type Named = { title: string | null; first_name: string; last_name: string };
export type FormClass = { form_class_id: string; group_title: string };

/** More lines than this would push the signature to another page; they are joined. */
const MOST_LINES = 10;

/** What was written, as a card has room for it: paragraphs without empty lines, and no list of single words. */
export function printedComment(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.join(lines.length > MOST_LINES ? " " : "\n");
}

/** `Mrs. A. Ramkissoon`. */
export function formalName({ title, first_name, last_name }: Named): string {
  const [initial = ""] = first_name.trim();
  return [title, initial && `${initial.toLocaleUpperCase("en")}.`, last_name].filter(Boolean).join(" ");
}

export function formalNames(people: readonly Named[]): string {
  return people.map(formalName).join(" / ");
}

/** `Anaya Celestine Ramdeen-Joseph`. */
export function fullName(student: { first_name: string; other_name: string; last_name: string }): string {
  const { first_name, other_name, last_name } = student;
  return [first_name, other_name, last_name]
    .map((name) => name.trim())
    .filter(Boolean)
    .join(" ");
}

/** `Term 3, 2025–2026`. */
export function periodWords({ academic_year_id, term }: { academic_year_id: number; term: number }): string {
  return `Term ${term}, ${yearWords(academic_year_id)}`;
}

/** `Form 3A` in a secondary school, elsewhere the class's own label. */
export function classWords(
  flavour: Flavour,
  { label, form_class_id }: { label: string; form_class_id: string },
): string {
  return flavour === "secondary" && label === form_class_id ? `Form ${label}` : label;
}

/** Where a student goes next: `Form 4B`, `Standard 5`. */
function formClassWords(flavour: Flavour, { form_class_id, group_title }: FormClass): string {
  return flavour === "secondary" ? `Form ${form_class_id}` : group_title;
}

export type Promotion = {
  term: number;
  promotion_progress: boolean | null;
  promoted_to: FormClass | null;
  repeating: FormClass | null;
  /** The level's own name, and that of the level above; null above the last. */
  group_title: string;
  next_group_title: string | null;
};

/** Decided in the last term only; before that, and where it is not decided, what the teacher advises (design section 8). */
export function promotionWords(flavour: Flavour, promotion: Promotion): string | null {
  const { term, promoted_to, repeating, promotion_progress } = promotion;
  if (isDecidedIn(term) && promoted_to) return `Promoted to ${formClassWords(flavour, promoted_to)}`;
  if (isDecidedIn(term) && repeating) return `Repeating ${formClassWords(flavour, repeating)}`;
  if (promotion_progress === null) return null;
  const aim = promotion.next_group_title
    ? `for promotion to ${promotion.next_group_title}`
    : `to complete ${promotion.group_title}`;
  return promotion_progress ? `On course ${aim}` : `Not yet on course ${aim}`;
}

type Signing = {
  /** The day, or null where nobody has signed. */
  signedOn: string | null;
  signer: Named | null;
  changedSinceSigned: boolean;
  changedSincePosted: boolean;
};

export type SignatureWords = { name: string | null; role: string | null; state: string; changes: string[] };

/** The signer's name in full; the account without an employee signs as Admin (T6). */
export function signatureWords(signing: Signing): SignatureWords {
  const { signedOn, signer, changedSinceSigned, changedSincePosted } = signing;
  const posted = changedSincePosted ? ["changed since posted"] : [];
  if (signedOn === null)
    return { name: null, role: "Principal", state: "No principal’s signature", changes: posted };
  return {
    name: signer ? `${signer.first_name} ${signer.last_name}` : "Admin",
    role: signer ? "Principal" : null,
    state: `Signed ${formatDate(signedOn)}`,
    changes: [...(changedSinceSigned ? ["changed since signed"] : []), ...posted],
  };
}

/** The file's name in a folder, as somebody would say it: what, of whom, which class, when. */
export function fileTitle(parts: {
  academic_year_id: number;
  term: number;
  classes: readonly string[];
  student: { first_name: string; last_name: string; student_id: string } | null;
}): string {
  const { student } = parts;
  const of = student ? [`${student.last_name} ${student.first_name}`, student.student_id] : [];
  return [
    student ? "Report card" : "Report cards",
    ...of,
    parts.classes.join(" and "),
    filePeriod(parts),
  ].join(" ");
}

/** `Term 3 2025-2026`. */
export function filePeriod({ academic_year_id, term }: { academic_year_id: number; term: number }): string {
  return `Term ${term} ${yearLabel(academic_year_id)}`;
}
