import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { transaction } from "#db/index.ts";
import { checkDocument, writeDocument } from "#files/documents.server.ts";
import { copyIntoStore, getLocalPath, deleteStoredFile } from "#files/store.server.ts";
import { cleanFileNameWithExtension } from "#runtime/file-name.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  drawPicture,
  LOCKED_PDF,
  MAIN_TYPE,
  oldWordDocument,
  PDF,
  VBA_RELATIONSHIP,
  wordDocument,
  wordPackage,
  createZip,
} from "#tests/support/builders/documents.ts";
import { TEST } from "#tests/support/builders/school.ts";
import { fileOf } from "./file-of.ts";

await freshDatabase();
const JPEG = await drawPicture("jpeg");
const PNG = await drawPicture("png");
const DOCX = await wordDocument();

const NO_DOCUMENT = /not a PDF, JPEG, PNG or Word file/;
const CUT_OFF = /incomplete/;
const LOCKED = /locked with a password/;
const MACROS = /macros/;
const TOO_MANY_PIXELS = /too many pixels/;
const TOO_LONG = /more than 20 times as long/;

test.each<[string, Buffer, string]>([
  ["a PDF", PDF, ".pdf"],
  ["a PDF that begins a little later", Buffer.concat([Buffer.from("\n\n"), PDF]), ".pdf"],
  ["a JPEG", JPEG, ".jpg"],
  ["a PNG", PNG, ".png"],
  ["a Word document", DOCX, ".docx"],
  [
    "a Word document whose main part has another name",
    await wordPackage({ main: "word/document2.xml" }),
    ".docx",
  ],
  [
    "a Word document that only speaks of macros",
    await wordPackage({ parts: { "word/vbaProject.bin.txt": "vbaProject" } }),
    ".docx",
  ],
  ["an old Word document", oldWordDocument(["WordDocument"]), ".doc"],
  [
    "a PDF that only speaks of its lock",
    pdfSaying("(/Encrypt 5 0 R) % /Encrypt 5 0 R\n<< /EncryptMetadata true >>"),
    ".pdf",
  ],
  ["a PDF with such a text in a stream", pdfSaying("stream\n/Encrypt 5 0 R\nendstream"), ".pdf"],
  ["a PDF whose text has brackets", pdfSaying("(a (b) \\\\) /Name (\\) /Encrypt 5 0 R)"), ".pdf"],
])("%s is known by its content", async (_what, bytes, extension) => {
  expect(await checkDocument(await received(bytes))).toMatchObject({ ok: true, type: { extension } });
});

test.each<[string, Buffer, RegExp]>([
  ["a program", Buffer.from("MZ\x90\x00 this is a program"), NO_DOCUMENT],
  ["a page that a browser would run", Buffer.from("<html><script>alert(1)</script>"), NO_DOCUMENT],
  ["a drawing that can hold scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), NO_DOCUMENT],
  ["a picture of another kind", await drawPicture("webp"), NO_DOCUMENT],
  ["a spreadsheet of 2003", oldWordDocument(["Workbook"]), NO_DOCUMENT],
  ["any ZIP", await createZip({ "photos/a.jpg": "" }), NO_DOCUMENT],
  ["a ZIP with a name like Word's", await createZip({ "x/word/document.xml.exe": "" }), NO_DOCUMENT],
  [
    "a ZIP with a part of Word that nothing leads to",
    await createZip({ "word/document.xml": "" }),
    NO_DOCUMENT,
  ],
  [
    "a spreadsheet",
    await wordPackage({
      main: "xl/workbook.xml",
      mainType: MAIN_TYPE.replace("wordprocessingml.document", "spreadsheetml.sheet"),
    }),
    NO_DOCUMENT,
  ],
  [
    "a Word template",
    await wordPackage({ mainType: MAIN_TYPE.replace("document.main", "template.main") }),
    NO_DOCUMENT,
  ],
  ["a package with a part twice", await wordPackage({ parts: { "WORD/Document.xml": "" } }), NO_DOCUMENT],
  ["a PDF that was cut off", PDF.subarray(0, PDF.length / 2), CUT_OFF],
  ["a JPEG that was cut off", JPEG.subarray(0, JPEG.length / 2), CUT_OFF],
  ["a PNG that was cut off", PNG.subarray(0, PNG.length / 2), CUT_OFF],
  ["a Word document that was cut off", DOCX.subarray(0, DOCX.length / 2), CUT_OFF],
  [
    "a JPEG in scans of 40 megapixels",
    await plain(6300, 6300).jpeg({ progressive: true }).toBuffer(),
    TOO_MANY_PIXELS,
  ],
  ["a PNG of 49 megapixels", await plain(7000, 7000).png().toBuffer(), TOO_MANY_PIXELS],
  ["a PNG of one column", await plain(1, 1_200_000).png().toBuffer(), TOO_LONG],
  ["a PDF with a password", LOCKED_PDF, LOCKED],
  ["a PDF whose lock is written with codes", pdfSaying("trailer << /E#6ecrypt 5 0 R >>"), LOCKED],
  ["a PDF whose lock is all codes", pdfSaying("<< /#45#6E#63#72#79#70#74 << /V 4 >> >>"), LOCKED],
  ["a PDF whose lock has a comment", pdfSaying("<< /Encrypt%x\n5 %y\r0 R >>"), LOCKED],
  ["a Word document with a password", oldWordDocument(["EncryptedPackage"]), LOCKED],
  ["a Word document with a password in small letters", oldWordDocument(["encryptedPackage"]), LOCKED],
  ["an old one with a password", oldWordDocument(["WordDocument"], { isEncrypted: true }), LOCKED],
  ["an old one that was cut off", oldWordDocument(["WordDocument"]).subarray(0, 900), CUT_OFF],
  [
    "a Word document with macros by their relationship",
    await wordPackage({ relationships: VBA_RELATIONSHIP }),
    MACROS,
  ],
  [
    "a Word document with macros by their content type",
    await wordPackage({
      types: `<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/>`,
    }),
    MACROS,
  ],
  [
    "a Word document with macros by an extension and in codes",
    await wordPackage({
      types: `<Default Extension='bin' ContentType='application/vnd.ms-office.vba&#80;roject'/>`,
    }),
    MACROS,
  ],
  [
    "a Word document that says it has macros",
    await wordPackage({ mainType: "application/vnd.ms-word.document.macroEnabled.main+xml" }),
    MACROS,
  ],
  ["an old one with macros", oldWordDocument(["WordDocument", "_VBA_PROJECT"]), MACROS],
  ["an old one with macros in small letters", oldWordDocument(["WordDocument", "_vba_project"]), MACROS],
])("%s is refused in words", async (_what, bytes, fault) => {
  expect(await checkDocument(await received(bytes))).toEqual({
    ok: false,
    fault: expect.stringMatching(fault) as string,
  });
});

test("what is larger than 10 MB says so", async () => {
  const file = { ...(await received(PDF)), tooLong: true };

  expect(await checkDocument(file)).toEqual({
    ok: false,
    fault: "This file is larger than 10 MB. Choose a smaller file.",
  });
});

test("a stored document is what was received, and is gone when it is removed", async () => {
  const file = await received(DOCX);

  const name = await transaction(TEST, (t) =>
    writeDocument(file, { extension: ".docx", mediaType: "x/y" }, t),
  );
  const stored = await readFile(getLocalPath(name));
  await deleteStoredFile(name);
  await deleteStoredFile(name);

  expect(stored).toEqual(DOCX);
  await expect(readFile(getLocalPath(name))).rejects.toThrow("ENOENT");
});

test("nothing is left of a file that could not be copied", async () => {
  const name = `${"0".repeat(32)}.pdf`;

  await expect(copyIntoStore(name, "/nowhere/at/all")).rejects.toThrow("ENOENT");

  await expect(readFile(getLocalPath(name))).rejects.toThrow("ENOENT");
});

test.each([
  ["letter.pdf", "letter.pdf"],
  ["../../etc/passwd", "passwd.pdf"],
  ["C:\\Users\\ann\\Licence.PDF", "Licence.pdf"],
  [".htaccess", "document.pdf"],
  ["..", "document.pdf"],
  ["", "document.pdf"],
  ["a\u0000b\u202Efdp.exe", "a b fdp.pdf"],
  [`e${"\u0301".repeat(59)}.pdf`, `e${"\u0301".repeat(4)}.pdf`],
  [`${"x".repeat(300)}.pdf`, `${"x".repeat(116)}.pdf`],
  ['"quoted"; name=evil.pdf', "quoted ; name=evil.pdf"],
])("%j is kept as %j", (given, kept) => {
  expect(cleanFileNameWithExtension(given, ".pdf")).toBe(kept);
});

test.each([
  ["blanks", `x${" ".repeat(65_000)}x.pdf`, "x.pdf"],
  ["dots", `x${".".repeat(65_000)}`, "x.pdf"],
  ["folders", `${"a/".repeat(32_000)}letter.pdf`, "letter.pdf"],
  ["marks", `e${"\u0301".repeat(65_000)}.pdf`, `e${"\u0301".repeat(4)}.pdf`],
])("a name of 65,000 %s is made harmless at once", (_what, given, kept) => {
  const began = performance.now();

  const name = cleanFileNameWithExtension(given, ".pdf");

  expect(performance.now() - began).toBeLessThan(500);
  expect(name).toBe(kept);
});

async function received(bytes: Buffer) {
  return { path: await fileOf(bytes), bytes: bytes.length, name: "document", tooLong: false };
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "white" }, limitInputPixels: false });
}

function pdfSaying(text: string): Buffer {
  return Buffer.concat([Buffer.from(`%PDF-1.7\n${text}\n`), PDF]);
}
