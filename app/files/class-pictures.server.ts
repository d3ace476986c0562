import { createHash } from "node:crypto";
import type { ClassPicture } from "#db/queries/visible.ts";
import { classPictureUrl, studentPictureUrl, type ClassKey } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";
import { hasMatchingETag, rangedResponse } from "./file-response.server.ts";
import { joinPictures, MAX_JOINED_PICTURES, type JoinedPictures } from "./pictures.server.ts";

/** Returns the address of a student's picture, or null. */
export type FindPictureAddress = (studentKey: number) => string | null;

const DIGEST_CHARACTERS = 16;
/** The number of joined files in the cache. Each has about 20 KB, and a school has about 40 classes. */
const MOST_JOINED = 100;

/**
 * The cache of joined pictures, by digest. When it is full, the files that were not requested for the longest time are
 * dropped.
 */
const joined = new Map<string, Promise<JoinedPictures>>();

/**
 * Returns a function that finds the address of each small picture of a class. The pictures are parts of one file,
 * because on a slow line 35 requests would hold up everything else. If a class is too large for one file, each picture
 * has its own address.
 * @param pictures the pictures that the person may see
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
 * Sends the pictures of a class in one file. The address contains a digest of the pictures. Otherwise a page could show
 * a picture beside the wrong name, after a change or for a person who may see other students of the class. A file in
 * which a picture is missing is cached neither here nor by the browser, because the picture may be back at the next
 * request.
 * @param pictures the pictures that the person may see
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
