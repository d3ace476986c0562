import {
  findElement,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  replaceElement,
  sanitizeTextContent,
} from "write-excel-file/utility";
import type writeExcelFile from "write-excel-file/node";

type PageSetup = { name: string; headRows: number; orientation: "portrait" | "landscape"; foot: string };

type Options = NonNullable<Parameters<typeof writeExcelFile>[1]>;
type Feature = NonNullable<Options["features"]>[number];

const A4 = 9;
/** Excel refuses a file with more than 255 characters in a foot; each `&` counts twice. */
const LONGEST_FOOT = 110;
const WORKSHEET = "xl/worksheets/sheet{id}.xml";

/** What the library has no option for: A4, as wide as the page, head rows on each page, `Page n of m` at its foot. */
export function pageSetup(setup: PageSetup): Feature {
  return {
    files: {
      transform: {
        "xl/workbook.xml": { transform: (xml) => withPrintTitles(xml, setup) },
        [WORKSHEET]: { transform: (xml: string) => withPage(xml, setup) },
      },
    },
  };
}

function withPrintTitles(xml: string, { name, headRows }: PageSetup): string {
  const rows = sanitizeTextContent(`'${name.replaceAll("'", "''")}'!$1:$${headRows}`);
  const names = `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${rows}</definedName></definedNames>`;
  return put(xml, "definedNames", names, "xl/workbook.xml", "workbook");
}

function withPage(xml: string, { orientation, foot }: PageSetup): string {
  const setup = `<pageSetup paperSize="${A4}" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`;
  const text = `&L${foot.slice(0, LONGEST_FOOT).replaceAll("&", "&&")}&RPage &P of &N`;
  const footer = `<headerFooter><oddFooter>${sanitizeTextContent(text)}</oddFooter></headerFooter>`;
  const fit = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const parts = { sheetPr: fit, pageSetup: setup, headerFooter: footer };
  return Object.entries(parts).reduce(
    (sheet, [tag, markup]) => put(sheet, tag, markup, WORKSHEET, "worksheet"),
    xml,
  );
}

type SetUpFile = "xl/workbook.xml" | typeof WORKSHEET;

/** In place of the element of that name, or in the order among its siblings that a reader insists on. */
function put(xml: string, tag: string, markup: string, file: SetUpFile, parent: string): string {
  const known = findElement(xml, tag);
  if (known !== undefined) return replaceElement(xml, known, markup);
  return insertElementMarkupAccordingToOrderOfSiblings(
    xml,
    markup,
    getOrderOfSiblings(file, parent) ?? [],
    parent,
  );
}
