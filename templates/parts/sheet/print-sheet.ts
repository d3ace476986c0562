import writeExcelFile, { type Cell } from "write-excel-file/node";
import {
  findElement,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  replaceElement,
  sanitizeTextContent,
} from "write-excel-file/utility";
import { withoutZipTimes } from "../word/zip-times.ts";
import type { PrintedFile } from "../print-pdf.ts";
import type { FormulaCell } from "./cells.ts";

/** A worksheet: head rows, which stay visible and are repeated on every printed page, and the other rows. */
export type Worksheet = {
  name: string;
  head: Cell[][];
  rows: Cell[][];
  /** The widths of the columns in characters, from left to right. */
  widths: number[];
  /** The number of columns that stay visible when scrolling sideways. */
  frozenColumns: number;
  /** True for a sheet of figures: the frozen columns are printed on every page, and gridlines are hidden. */
  isFigures?: boolean;
  orientation: "portrait" | "landscape";
  foot: string;
};

export async function printWorksheets(sheets: readonly Worksheet[]): Promise<PrintedFile> {
  const pages = sheets.map(({ name, head, rows, widths, frozenColumns, orientation, isFigures }) => ({
    data: [...head, ...rows],
    sheet: name,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: head.length,
    stickyColumnsCount: frozenColumns,
    ...(orientation === "landscape" && { orientation }),
    ...(isFigures && { showGridLines: false }),
  }));
  const setups = sheets.map(({ head, rows, ...setup }) => ({
    ...setup,
    headRows: head.length,
    printedColumns: setup.isFigures ? setup.frozenColumns : 0,
    results: rows
      .flat()
      .filter(isFormula)
      .map(({ result }) => result),
  }));
  const look = { fontFamily: "Calibri", fontSize: 11, features: [pageSetup(setups)] };
  return { bytes: withoutZipTimes(await writeExcelFile(pages, look).toBuffer()), missing: [] };
}

function isFormula(cell: Cell): cell is FormulaCell {
  return typeof cell === "object" && cell !== null && "result" in cell;
}

type PageSetup = {
  name: string;
  headRows: number;
  /** The number of columns from the left that are printed on every page. */
  printedColumns?: number;
  orientation: "portrait" | "landscape";
  foot: string;
  /** The results of the worksheet's formulas, in the order of their cells. */
  results: readonly (number | string)[];
};

type Options = NonNullable<Parameters<typeof writeExcelFile>[1]>;
type Feature = NonNullable<Options["features"]>[number];

const A4 = 9;
/** The longest foot. Excel rejects a file with more than 255 characters in a footer, and each `&` counts twice. */
const LONGEST_FOOT = 110;
const FORMULA = /(<c r="[A-Z]+\d+"[^>]*)>(<f>[^<]*<\/f>)<\/c>/g;
const WORKSHEET = "xl/worksheets/sheet{id}.xml";

/**
 * Adds settings for which the library has no option: A4, fitting to the page's width, head rows on each page, `Page / n
 * of m` at its foot, and the results of formulas, which are recalculated when the file is opened.
 */
function pageSetup(setups: readonly PageSetup[]): Feature {
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
    const sheet = worksheetReference(name);
    const columns = printedColumns === 0 ? [] : [`${sheet}!$A:$${columnLetter(printedColumns - 1)}`];
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

/** Adds the results of formulas, because programs that do not calculate would show empty cells. */
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

/** Replaces the element with this tag, or inserts it among its siblings in the order that Excel requires. */
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

const LETTERS = 26;

/** Returns a column's letters, A to Z and then AA, AB and so on; columns are counted from 0. */
export function columnLetter(column: number): string {
  const last = String.fromCodePoint(65 + (column % LETTERS));
  return column < LETTERS ? last : columnLetter(Math.floor(column / LETTERS) - 1) + last;
}

/** Quotes a worksheet's name for a formula: `'Ethnic group'`. */
export function worksheetReference(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}
