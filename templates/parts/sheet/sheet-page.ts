import {
  findElement,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  replaceElement,
  sanitizeTextContent,
} from "write-excel-file/utility";
import { letterOf, sheetReference } from "./columns.ts";
import type writeExcelFile from "write-excel-file/node";

type PageSetup = {
  name: string;
  headRows: number;
  /** The number of columns from the left that are printed on every page. */
  printedColumns?: number;
  orientation: "portrait" | "landscape";
  foot: string;
  /** The results of the page's formulas, in the order of their cells. */
  results: readonly (number | string)[];
};

type Options = NonNullable<Parameters<typeof writeExcelFile>[1]>;
export type Feature = NonNullable<Options["features"]>[number];

const A4 = 9;
/** Excel rejects a file with more than 255 characters in a footer, and each `&` counts twice. */
const LONGEST_FOOT = 110;
const FORMULA = /(<c r="[A-Z]+\d+"[^>]*)>(<f>[^<]*<\/f>)<\/c>/g;
const WORKSHEET = "xl/worksheets/sheet{id}.xml";

/**
 * Adds settings that the library has no option for: A4, fitted to the page's width, head rows on each page and `Page
 * n of m` at its foot; and the values of formulas, which are recalculated when the file is opened.
 */
export function pageSetup(setups: readonly PageSetup[]): Feature {
  return {
    files: {
      transform: {
        "xl/workbook.xml": { transform: (xml) => withCalculation(withPrintTitles(xml, setups), setups) },
        [WORKSHEET]: {
          transform: (xml: string, _options, { sheetIndex }) => {
            const setup = setups[sheetIndex];
            return setup === undefined ? xml : withResults(withPage(xml, setup), setup);
          },
        },
      },
    },
  };
}

function withPrintTitles(xml: string, setups: readonly PageSetup[]): string {
  const titles = setups.map(({ name, headRows, printedColumns = 0 }, index) => {
    const sheet = sheetReference(name);
    const columns = printedColumns === 0 ? [] : [`${sheet}!$A:$${letterOf(printedColumns - 1)}`];
    const repeated = sanitizeTextContent([...columns, `${sheet}!$1:$${headRows}`].join(","));
    return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${repeated}</definedName>`;
  });
  return put(
    xml,
    "definedNames",
    `<definedNames>${titles.join("")}</definedNames>`,
    "xl/workbook.xml",
    "workbook",
  );
}

function withCalculation(xml: string, setups: readonly PageSetup[]): string {
  if (setups.every(({ results }) => results.length === 0)) return xml;
  return put(xml, "calcPr", '<calcPr fullCalcOnLoad="1"/>', "xl/workbook.xml", "workbook");
}

/** The library writes a formula without a value, and a reader that does not calculate would show an empty cell. */
function withResults(xml: string, { results }: PageSetup): string {
  const left = results.values();
  return xml.replaceAll(FORMULA, (_cell, begun: string, formula: string) => {
    const result = left.next().value ?? 0;
    const isText = typeof result === "string";
    return `${begun}${isText ? ' t="str"' : ""}>${formula}<v>${isText ? sanitizeTextContent(result) : result}</v></c>`;
  });
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

/** Replaces the element of that name, or inserts it among its siblings in the order that readers require. */
export function put(xml: string, tag: string, markup: string, file: SetUpFile, parent: string): string {
  const known = findElement(xml, tag);
  if (known !== undefined) return replaceElement(xml, known, markup);
  return insertElementMarkupAccordingToOrderOfSiblings(
    xml,
    markup,
    getOrderOfSiblings(file, parent) ?? [],
    parent,
  );
}
