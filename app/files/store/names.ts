import { join } from "node:path";
import { notFound } from "#runtime/errors.ts";

/** As `randomFileName` makes them, and what is derived from one of those: `….jpg`, `…-small.webp`. */
const NAME_SHAPE = /^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]{2,5}$/;

/** Between the name of a file and what tells its draft from others'. */
export const DRAFT = ".draft-";

/** Where a file of that name is in a folder of them. @throws notFound when no file of ours could have that name */
export function pathIn(root: string, name: string): string {
  return join(root, checkedName(name).slice(0, 2), name);
}

/** @throws notFound */
export function checkedName(name: string): string {
  if (!isName(name)) throw notFound();
  return name;
}

export function isName(name: string): boolean {
  return NAME_SHAPE.test(name);
}

export function isNameOrDraft(name: string): boolean {
  return isName(name.split(DRAFT)[0] ?? "");
}
