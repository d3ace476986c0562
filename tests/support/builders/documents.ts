import { Document, Packer, Paragraph } from "docx";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { ZipFile } from "yazl";

const END_OF_PDF = "trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n";

/** Small files of the kinds that people upload, as office programs write them. */
export const PDF = Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${END_OF_PDF}`);
export const LOCKED_PDF = Buffer.from(
  `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 5 0 R >>\nstartxref\n9\n%%EOF\n`,
);

export function drawPicture(format: "jpeg" | "png" | "webp"): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 300, height: 400, channels: 3, background: "white", noise } })
    .toFormat(format)
    .toBuffer();
}

export function wordDocument(): Promise<Buffer> {
  const document = new Document({ sections: [{ children: [new Paragraph("Letter of appointment")] }] });
  return Packer.toBuffer(document);
}

const SECTOR = 512;
const [END_OF_CHAIN, FREE, TABLE] = [0xfffffffe, 0xffffffff, 0xfffffffd];
const TEXT_BYTES = 4096;

/** Creates a Word file in the format before 2007: a table of sectors, a directory, and the text in the first stream. */
export function oldWordDocument(streams: readonly string[], { isEncrypted = false } = {}): Buffer {
  const entries = ["Root Entry", ...streams];
  const directorySectors = Math.ceil((entries.length * 128) / SECTOR);
  const text = Buffer.alloc(TEXT_BYTES);
  text.writeUInt16LE(0xa5ec, 0);
  text.writeUInt16LE(isEncrypted ? 0x0100 : 0, 10);
  const firstOfText = 1 + directorySectors;
  const directory = Buffer.alloc(directorySectors * SECTOR);
  entries.forEach((name, index) => {
    directory.write(name, index * 128, "utf16le");
    directory.writeUInt16LE(2 * (name.length + 1), index * 128 + 64);
    directory.writeUInt8(index === 0 ? 5 : 2, index * 128 + 66);
    directory.writeUInt32LE(index === 1 ? firstOfText : END_OF_CHAIN, index * 128 + 116);
    directory.writeUInt32LE(index === 1 ? TEXT_BYTES : 0, index * 128 + 120);
  });
  const header = Buffer.alloc(SECTOR);
  header.write("d0cf11e0a1b11ae1", "hex");
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(TEXT_BYTES, 56);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const chained = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => (index === count - 1 ? END_OF_CHAIN : first + index + 1));
  const next = [TABLE, ...chained(1, directorySectors), ...chained(firstOfText, TEXT_BYTES / SECTOR)];
  const table = Buffer.alloc(SECTOR);
  for (let place = 0; place < SECTOR / 4; place += 1) table.writeUInt32LE(next[place] ?? FREE, place * 4);
  return Buffer.concat([header, table, directory, text]);
}

export function createZip(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

type Package = {
  main?: string;
  mainType?: string;
  /** Further content types and relationships of the main document, as XML. */
  types?: string;
  relationships?: string;
  parts?: Record<string, string>;
};

export function wordPackage(given: Package = {}): Promise<Buffer> {
  const {
    main = "word/document.xml",
    mainType = MAIN_TYPE,
    types = "",
    relationships = "",
    parts = {},
  } = given;
  const [folder = "", name = ""] = main.split("/");
  return createZip({
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${mainType}"/>${types}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${RELATIONSHIP}/officeDocument" Target="${main}"/></Relationships>`,
    [`${folder}/_rels/${name}.rels`]: `<Relationships xmlns="${RELATIONSHIPS}">${relationships}</Relationships>`,
    [main]: "<w:document/>",
    ...parts,
  });
}

export const VBA_RELATIONSHIP = `<Relationship Id="r9" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="x.bin"/>`;
