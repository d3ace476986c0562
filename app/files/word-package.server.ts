import { posix } from "node:path";
import { buffer } from "node:stream/consumers";
import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";

/** The kinds of ZIP packages, as Word would treat them. */
export type WordPackageKind = "document" | "macros" | "locked" | "other";

const DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const MACROS = /macroenabled|vbaproject|vbadata/i;

const CONTENT_TYPES = "[content_types].xml";
const ROOT_RELATIONSHIPS = "_rels/.rels";
const MOST_PARTS = 10_000;
/** The maximum size of a list of parts. The lists in the longest documents have about 10 KB. */
const MOST_BYTES = 1_000_000;

/**
 * Classifies a package as Word would: relationships point to the main document and from there to macros, and content
 * types tell what a part is. The names of parts do not matter.
 * @throws Error when the ZIP file is incomplete
 */
export async function findWordPackageKind(bytes: Buffer): Promise<WordPackageKind> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  if (archive.entryCount > MOST_PARTS) return "other";
  const parts = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) return "locked";
    const name = entry.fileName.toLowerCase();
    // Two parts with the same name are rejected, because programs differ in which of them they read.
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

/** Reads a part's text. Returns an empty text when the part is missing or larger than any real one. */
async function textOf(archive: ZipFile, entry: Entry | undefined): Promise<string> {
  if (!entry || entry.uncompressedSize > MOST_BYTES) return "";
  const bytes = await buffer(await archive.openReadStreamPromise(entry));
  const mark = bytes.toString("hex", 0, 2);
  if (mark === "fffe") return bytes.toString("utf16le");
  if (mark === "feff" && bytes.length % 2 === 0) return bytes.swap16().toString("utf16le");
  return bytes.toString("utf8");
}

/** Returns the target of a relationship of this type, in lower case. */
function targetOf(relationships: readonly Attributes[], type: string, from: string): string | null {
  const found = relationships.find(
    ({ Type = "", TargetMode = "" }) =>
      Type.toLowerCase().endsWith(`/${type}`) && TargetMode.toLowerCase() !== "external",
  );
  if (found?.Target === undefined) return null;
  return posix.join("/", from, found.Target).slice(1).toLowerCase();
}

/** Returns the content type of a part or, if it has none, the content type of its file extension. */
function contentTypeOf(part: string, types: readonly Attributes[]): string {
  const own = types.find(({ PartName }) => PartName?.toLowerCase() === `/${part}`);
  const extension = posix.extname(part).slice(1);
  const usual = types.find(({ Extension }) => Extension?.toLowerCase() === extension);
  return (own ?? usual)?.ContentType ?? "";
}

type Attributes = Partial<Record<string, string>>;

const COMMENT = ["<!--", "-->"] as const;
const TEXT = ["<![CDATA[", "]]>"] as const;
/** No attribute value contains a `<`, so text that is not a tag is read no further than the next one. */
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
