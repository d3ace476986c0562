import { idOf } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";

/** @throws notFound */
export function rolloverIdOf({ rolloverId }: Record<string, string | undefined>): number {
  const id = idOf(rolloverId);
  if (id === null) throw notFound("There is no such turn of the term.");
  return id;
}
