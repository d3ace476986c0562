import { join } from "node:path";
import { notFound } from "#runtime/errors.ts";

/** Names from `randomFileName`, and names derived from one: `….jpg`, `…-small.webp`. */
const NAME_SHAPE = /^[0-9a-f]{32}(-[a-z]+)?\.[a-z0-9]{2,5}$/;

/** Separates the name of a file from the part that distinguishes its drafts. */
export const DRAFT = ".draft-";

/** Returns the path of a file in a folder of files. @throws NotFound when no file of ours could have that name */
export function pathIn(root: string, name: string): string {
  return join(root, checkedName(name).slice(0, 2), name);
}

/** Checks a name. @throws NotFound when no file of ours could have it */
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
