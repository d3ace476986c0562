import { posix } from "node:path";
import { buffer } from "node:stream/consumers";
import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";

/** The kinds of ZIP files by their meaning for Word. */
export type PackageKind = "document" | "macros" | "locked" | "other";

const DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const MACROS = /macroenabled|vbaproject|vbadata/i;

const CONTENT_TYPES = "[content_types].xml";
const ROOT_RELATIONSHIPS = "_rels/.rels";
const MOST_PARTS = 10_000;
/** The lists of parts of the longest documents have some ten KB. */
const MOST_BYTES = 1_000_000;

/**
 * Reads a package as Word does: by its relationships, which lead to the main document and from there to macros, and
 * by the content types of its parts. The names of the parts do not count.
 * @throws Error when the ZIP file is incomplete
 */
export async function packageKind(bytes: Buffer): Promise<PackageKind> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  if (archive.entryCount > MOST_PARTS) return "other";
  const parts = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) return "locked";
    const name = entry.fileName.toLowerCase();
    // Programs differ in how they read two parts with the same name.
    if (parts.has(name)) return "other";
    parts.set(name, entry);
  }
  const tagsOf = async (part: string) => tagsIn(await textOf(archive, parts.get(part)));
  const types = await tagsOf(CONTENT_TYPES);
  const main = targetOf(await tagsOf(ROOT_RELATIONSHIPS), "officedocument", "");
  if (main === null || !parts.has(main)) return "other";
  const { dir, base } = posix.parse(main);
  const beyond = await tagsOf(posix.join(dir, "_rels", `${base}.rels`));
  const hasMacros =
    types.some(({ ContentType = "" }) => MACROS.test(ContentType)) ||
    beyond.some(({ Type = "" }) => MACROS.test(Type));
  if (hasMacros) return "macros";
  return contentTypeOf(main, types) === DOCUMENT ? "document" : "other";
}

/** Returns an empty text for a missing part, and for one that is larger than any such part. */
async function textOf(archive: ZipFile, entry: Entry | undefined): Promise<string> {
  if (!entry || entry.uncompressedSize > MOST_BYTES) return "";
  const bytes = await buffer(await archive.openReadStreamPromise(entry));
  const mark = bytes.toString("hex", 0, 2);
  if (mark === "fffe") return bytes.toString("utf16le");
  if (mark === "feff" && bytes.length % 2 === 0) return bytes.swap16().toString("utf16le");
  return bytes.toString("utf8");
}

/** Returns the part that a relationship of this type leads to, in lower case. */
function targetOf(relationships: readonly Attributes[], type: string, from: string): string | null {
  const found = relationships.find(
    ({ Type = "", TargetMode = "" }) =>
      Type.toLowerCase().endsWith(`/${type}`) && TargetMode.toLowerCase() !== "external",
  );
  if (found?.Target === undefined) return null;
  return posix.join("/", from, found.Target).slice(1).toLowerCase();
}

/** Returns a part's own content type, or else that of its extension. */
function contentTypeOf(part: string, types: readonly Attributes[]): string {
  const own = types.find(({ PartName }) => PartName?.toLowerCase() === `/${part}`);
  const extension = posix.extname(part).slice(1);
  const usual = types.find(({ Extension }) => Extension?.toLowerCase() === extension);
  return (own ?? usual)?.ContentType ?? "";
}

type Attributes = Partial<Record<string, string>>;

const COMMENT = ["<!--", "-->"] as const;
const TEXT = ["<![CDATA[", "]]>"] as const;
/** No value contains a `<`, so text that is not a tag is not read beyond the next one. */
const TAG = /<[\w:.-]+((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

function tagsIn(xml: string): Attributes[] {
  const tags: Attributes[] = [];
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const skipped = [COMMENT, TEXT].find(([begin]) => xml.startsWith(begin, at));
    if (skipped) {
      const end = xml.indexOf(skipped[1], at);
      if (end < 0) break;
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const [tag = "<", written = ""] = TAG.exec(xml) ?? [];
    tags.push(attributesIn(written));
    at += tag.length;
  }
  return tags;
}

function attributesIn(written: string): Attributes {
  const pairs = [...written.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [
    name,
    decoded(double ?? single ?? ""),
  ]);
  return Object.fromEntries(pairs) as Attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(value: string): string {
  return value.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
