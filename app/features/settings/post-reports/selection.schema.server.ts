import { idOf } from "#domain/paths.ts";
import { badRequest } from "#runtime/errors.ts";
import type { Selected } from "./store-postings.server.ts";

const TICKED = /^class\.([1-9]\d{0,8})$/;

/** What was ticked, of which term, and what stood there then. @throws badRequest */
export function selectionIn(form: FormData): Selected {
  const [term, seen] = [form.get("term"), form.get("seen")];
  const academicTermId = typeof term === "string" ? idOf(term) : null;
  if (academicTermId === null || typeof seen !== "string") throw badRequest();
  const classIds = [...form.keys()].flatMap((name) => {
    const [, id] = TICKED.exec(name) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return { academicTermId, classIds, seen };
}
