import { createHash } from "node:crypto";
import type { ClassPicture } from "#db/queries/visible.ts";
import { classPictureUrl, type ClassKey } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import { hasTag, rangedResponse } from "./file-response.server.ts";
import { joinPictures } from "./pictures.server.ts";

/** Returns the address of a student's picture, or null. */
export type PictureOf = (studentKey: number) => string | null;

const DIGEST_CHARACTERS = 16;
/** About 20 KB each; a school has 40 classes. */
const MOST_JOINED = 100;

/** The joined pictures by digest. A process makes them once, and forgets those that were longest not asked for. */
const joined = new Map<string, Promise<Buffer>>();

/**
 * Addresses the small pictures of a class as parts of one file: on a slow line 35 requests hold up everything else.
 * @param pictures those that the person may see
 */
export function addressPictures(key: ClassKey, pictures: readonly ClassPicture[]): PictureOf {
  const digest = digestOf(pictures);
  const places = new Map(pictures.map(({ student_key }, index) => [student_key, index]));
  return (studentKey) => {
    const index = places.get(studentKey);
    const count = pictures.length;
    return index === undefined ? null : classPictureUrl({ ...key, digest }, { index, count });
  };
}

/**
 * Sends the pictures of a class in one file. The digest names them: after a change, or for somebody who sees other
 * students of the class, a page would show a picture beside the wrong name.
 * @param pictures those that the person may see
 * @throws notFound
 */
export async function classPicturesResponse(
  request: Request,
  { digest, pictures }: { digest: string; pictures: readonly ClassPicture[] },
): Promise<Response> {
  if (pictures.length === 0 || digestOf(pictures) !== digest) throw notFound();
  const tag = `"${digest}"`;
  const content = hasTag(request, tag) ? Buffer.alloc(0) : await joinedPictures(digest, pictures);
  return rangedResponse(request, {
    tag,
    size: content.length,
    headers: { "Cache-Control": "private, no-cache", "Content-Type": "image/webp" },
    body: async ({ start, end }) => new Uint8Array(content.subarray(start, end + 1)),
  });
}

function digestOf(pictures: readonly ClassPicture[]): string {
  const names = pictures.map(({ picture }) => picture).join(" ");
  return createHash("sha256").update(names).digest("base64url").slice(0, DIGEST_CHARACTERS);
}

async function joinedPictures(digest: string, pictures: readonly ClassPicture[]): Promise<Buffer> {
  const known = joined.get(digest) ?? joinPictures(pictures.map(({ picture }) => picture));
  joined.delete(digest);
  joined.set(digest, known);
  for (const oldest of [...joined.keys()].slice(0, -MOST_JOINED)) joined.delete(oldest);
  try {
    return await known;
  } catch (error) {
    joined.delete(digest);
    throw error;
  }
}
