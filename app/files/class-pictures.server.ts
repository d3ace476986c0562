import { createHash } from "node:crypto";
import type { ClassPicture } from "#db/queries/visible.ts";
import { classPictureUrl, studentPictureUrl, type ClassKey } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import { hasMatchingETag, rangedResponse } from "./file-response.server.ts";
import { joinPictures, MAX_JOINED_PICTURES, type JoinedPictures } from "./pictures.server.ts";

/** Returns the address of a student's picture, or null. */
export type FindPictureAddress = (studentKey: number) => string | null;

const DIGEST_CHARACTERS = 16;
/** About 20 KB each; a school has 40 classes. */
const MOST_JOINED = 100;

/** The joined pictures by digest. A process makes them once, and forgets those that were longest not asked for. */
const joined = new Map<string, Promise<JoinedPictures>>();

/**
 * Addresses the small pictures of a class as parts of one file: on a slow line 35 requests hold up everything else. The
 * pictures of a class that is too large for one file have their own addresses.
 * @param pictures those that the person may see
 */
export function createPictureAddresses(key: ClassKey, pictures: readonly ClassPicture[]): FindPictureAddress {
  if (pictures.length > MAX_JOINED_PICTURES) {
    const names = new Map(pictures.map(({ student_key, picture }) => [student_key, picture]));
    return (studentKey) => studentPictureUrl(names.get(studentKey) ?? null, "small");
  }
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
 * students of the class, a page would show a picture beside the wrong name. A file that lacks a picture is not kept,
 * neither here nor by the browser, because the picture may be back at the next request.
 * @param pictures those that the person may see
 * @throws notFound
 */
export async function classPicturesResponse(
  request: Request,
  { digest, pictures }: { digest: string; pictures: readonly ClassPicture[] },
): Promise<Response> {
  const isJoined = pictures.length > 0 && pictures.length <= MAX_JOINED_PICTURES;
  if (!isJoined || digestOf(pictures) !== digest) throw notFound();
  const tag = `"${digest}"`;
  const { content, isWhole } = hasMatchingETag(request, tag)
    ? { content: Buffer.alloc(0), isWhole: true }
    : await joinedPictures(digest, pictures);
  if (!isWhole) return incompleteResponse(content);
  return rangedResponse(request, {
    tag,
    size: content.length,
    headers: { "Cache-Control": "private, no-cache", "Content-Type": "image/webp" },
    body: async ({ start, end }) => new Uint8Array(content.subarray(start, end + 1)),
  });
}

function incompleteResponse(content: Buffer): Response {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": "image/webp",
    "Content-Length": String(content.length),
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(new Uint8Array(content), { headers });
}

function digestOf(pictures: readonly ClassPicture[]): string {
  const names = pictures.map(({ picture }) => picture).join(" ");
  return createHash("sha256").update(names).digest("base64url").slice(0, DIGEST_CHARACTERS);
}

async function joinedPictures(digest: string, pictures: readonly ClassPicture[]): Promise<JoinedPictures> {
  const known = joined.get(digest) ?? joinPictures(pictures.map(({ picture }) => picture));
  joined.delete(digest);
  joined.set(digest, known);
  for (const oldest of [...joined.keys()].slice(0, -MOST_JOINED)) joined.delete(oldest);
  try {
    const made = await known;
    if (!made.isWhole) joined.delete(digest);
    return made;
  } catch (error) {
    joined.delete(digest);
    throw error;
  }
}
