import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const SOFFICE = "/usr/bin/soffice";
const TIME_MS = 120_000;

/** Whether this machine has LibreOffice. Tests with it are skipped elsewhere, and their titles say so. */
export const HAS_LIBREOFFICE = existsSync(SOFFICE);

/** Enters the texts below one another, as if they were typed, and saves the workbook as an Excel workbook. */
const MACRO = `Sub Fill(source As String, target As String, texts As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  Dim excel(0) As New com.sun.star.beans.PropertyValue
  excel(0).Name = "FilterName"
  excel(0).Value = "Calc MS Excel 2007 XML"
  book = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  lines = Split(texts, "|")
  For place = 0 To UBound(lines)
    book.Sheets.getByIndex(0).getCellByPosition(3, 5 + place).FormulaLocal = lines(place)
  Next
  book.storeToURL(target, excel())
  book.close(True)
End Sub`;

const MODULE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${MACRO}</script:module>`;

/** Fills in the marks of a downloaded sheet in LibreOffice itself, and returns the file that LibreOffice saved. */
export async function fillInLibreOffice(file: Buffer, marks: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "termbook-libreoffice-"));
  const urlOf = (name: string) => pathToFileURL(join(folder, name)).href;
  const start = (option: string) =>
    promisify(execFile)(SOFFICE, [`-env:UserInstallation=${urlOf("profile")}`, "--headless", option], {
      timeout: TIME_MS,
    });
  try {
    await writeFile(join(folder, "mark-sheet.xlsx"), file);
    // The first start creates the profile, and would replace the module.
    await start("--terminate_after_init");
    await writeFile(join(folder, "profile/user/basic/Standard/Module1.xba"), MODULE);
    const texts = [urlOf("mark-sheet.xlsx"), urlOf("filled.xlsx"), marks.join("|")];
    await start(`macro:///Standard.Module1.Fill(${texts.map((text) => `"${text}"`).join(",")})`);
    return await readFile(join(folder, "filled.xlsx"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
