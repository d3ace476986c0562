import { idOf } from "#domain/paths.ts";
import { badRequest } from "#runtime/errors.ts";
import type { ClassInTerm } from "./assessments.rules.ts";

/** The term of the page that a form stands on. @throws badRequest */
export function termIn(form: FormData): number {
  return idIn(form, "term");
}

/** The same with its class. @throws badRequest */
export function classIn(form: FormData): ClassInTerm {
  return { academicTermId: idIn(form, "term"), classId: idIn(form, "class") };
}

/** @throws badRequest */
export function idIn(form: FormData, name: string): number {
  const id = idOf(String(form.get(name)));
  if (id === null) throw badRequest();
  return id;
}
