import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { closeDocuments, documentFileName, renderDocument } from "#templates/index.ts";
import { samples } from "./samples/mark-sheet.ts";
import { pagesOf, wordsOf } from "./pdf-reader.ts";
import type { MarkSheet } from "#templates/mark-sheet/data.ts";

const run = promisify(execFile);

afterAll(closeDocuments);

test("ten documents at once come whole, each its own, and the same from either thread", async () => {
  const subjects = Array.from({ length: 10 }, (_each, index) => `Subject ${index}`);

  const files = await Promise.all(subjects.map((subject) => pdf({ ...typical(), subject })));
  const again = await Promise.all(subjects.map((subject) => pdf({ ...typical(), subject })));

  files.forEach((file, index) => expect(pagesOf(file).map(wordsOf).join()).toContain(`Subject ${index}`));
  expect(again.map((file, index) => Buffer.compare(file, files[index] ?? new Uint8Array()))).toEqual(
    subjects.map(() => 0),
  );
});

test("a document that cannot be made fails with its reason, and the next one is made", async () => {
  const broken = { ...typical(), printed: { at: "never", on: "never" } };

  await expect(pdf(broken)).rejects.toThrow();
  await expect(pdf(typical())).resolves.toBeInstanceOf(Uint8Array);
});

test("a character without a glyph is told to the process, without the name it is in", async () => {
  const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
  const [first, ...others] = typical().students;

  await pdf({
    ...typical(),
    students: first === undefined ? [] : [{ ...first, name: "Chen, 王" }, ...others],
  });

  const { name, message } = await warned;
  expect(name).toBe("DocumentWarning");
  expect(message).toBe("No font has U+738B; printed as U+FFFD in a mark-sheet.");
});

test("a program that made a document ends by itself", async () => {
  const program = `
    import { renderDocument } from "#templates/index.ts";
    import { samples } from "#tests/templates/samples/mark-sheet.ts";
    const { bytes } = await renderDocument({ kind: "mark-sheet", format: "xlsx", data: samples.typical });
    console.log(bytes.length > 1000);
  `;

  const { stdout } = await run(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", program],
    {
      timeout: 50_000,
    },
  );

  expect(stdout).toBe("true\n");
});

test.each([
  ["Mark sheet, Std 4", "Mark sheet, Std 4.pdf"],
  ['a/b\\c:d*e?"f"<g>|h', "a-b-c-d-e--f--g--h.pdf"],
  ["  ..\u202eMark\tsheet. ", "Marksheet.pdf"],
  ["", "Document.pdf"],
])("%j is downloaded as %j", (title, expected) => {
  expect(documentFileName(title, "pdf")).toBe(expected);
});

async function pdf(data: MarkSheet): Promise<Uint8Array> {
  return (await renderDocument({ kind: "mark-sheet", format: "pdf", data })).bytes;
}

function typical(): MarkSheet {
  const sheet = samples.typical;
  if (sheet === undefined) throw new Error("There is no typical sample.");
  return sheet;
}
