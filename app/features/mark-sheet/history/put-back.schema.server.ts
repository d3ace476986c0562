import { z } from "zod";
import { badRequest, notFound } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";
import { idOf } from "#domain/paths.ts";

const PutBackSchema = z.object({
  base: z.coerce.number().int().nonnegative(),
  before: z.coerce.number().int().positive(),
});

/** The form of 'put back': the version it was read at and the entry whose change is undone. @throws badRequest */
export function readPutBack(form: FormData, studentKey: number) {
  const parsed = PutBackSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw badRequest();
  return { studentKey, saveId: randomId(), ...parsed.data };
}

export function studentKeyOf({ studentKey }: Record<string, string | undefined>): number {
  const key = idOf(studentKey);
  if (key === null) throw notFound("There is no such student.");
  return key;
}
