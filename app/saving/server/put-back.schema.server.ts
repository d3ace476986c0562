import { z } from "zod";
import { badRequest } from "#runtime/errors.ts";
import { randomId } from "#runtime/ids.ts";

const PutBackSchema = z.object({
  base: z.coerce.number().int().nonnegative(),
  before: z.coerce.number().int().positive(),
});

/** The form of 'put back': the version it was read at and the entry whose change is undone. @throws badRequest */
export function readPutBack(form: FormData) {
  const parsed = PutBackSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw badRequest();
  return { saveId: randomId(), ...parsed.data };
}
