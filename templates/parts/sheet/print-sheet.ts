import writeExcelFile, { type Cell } from "write-excel-file/node";
import {
  findElement,
  getChildElements,
  getMarkupInsideElement,
  getOpeningTagMarkup,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  replaceElement,
  sanitizeAttributeValue,
  sanitizeTextContent,
} from "write-excel-file/utility";
import { withoutZipTimes } from "../word/zip-times.ts";
import type { PrintedFile } from "../print-pdf.ts";
import { type FormulaCell, textCell } from "./cells.ts";
import { MUTED_COLOUR, SCHOOL_RED } from "../type.ts";
import type { School } from "../school.ts";

/** A worksheet. Its head rows stay visible, and every printed page repeats them. */
export type Worksheet = {
  name: string;
  head: Cell[][];
  rows: Cell[][];
  /** The widths of the columns in characters, from left to right. */
  widths: number[];
  /** The number of columns that stay visible when scrolling sideways. */
  frozenColumns: number;
  /** True for a sheet of figures: every page repeats the frozen columns, and gridlines are hidden. */
  isFigures?: boolean;
  orientation: "portrait" | "landscape";
  foot: string;
  /** Set for a sheet to fill in. Its cells are locked, except the cells to fill in. */
  fillIn?: FillInSettings;
};

/** The background of the cells to fill in. Only cells with this background are unlocked. */
export const FILL_IN_CELL_COLOUR = "FFF3D1";

/** The rule for a column's cells, which accept one of several words, or what the first cell's formula accepts. */
export type CellRule = { column: number; message: string } & (
  { list: readonly string[] } | { formula: string }
);

export type FillInSettings = {
  rules: readonly CellRule[];
  /** The columns that only the program reads. */
  hidden: readonly number[];
  /** The rows to fill in, by the row numbers of the worksheet. */
  rows: { from: number; to: number };
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
  const look = {
    fontFamily: "Calibri",
    fontSize: 11,
    features: [pageSetup(setups), fillInFeature(sheets.map(({ fillIn }) => fillIn))],
  };
  return { bytes: withoutZipTimes(await writeExcelFile(pages, look).toBuffer()), missing: [] };
}

function isFormula(cell: Cell): cell is FormulaCell {
  return typeof cell === "object" && cell !== null && "result" in cell;
}

type PageSetup = {
  name: string;
  headRows: number;
  /** The number of columns at the left that every page repeats. */
  printedColumns?: number;
  orientation: "portrait" | "landscape";
  foot: string;
  /** The results of the worksheet's formulas, in the order of their cells. */
  results: readonly (number | string)[];
};

type Options = NonNullable<Parameters<typeof writeExcelFile>[1]>;
type Feature = NonNullable<Options["features"]>[number];

const A4 = 9;
/** The longest foot. Excel rejects a footer of more than 255 characters, in which each `&` counts twice. */
const LONGEST_FOOT = 110;
const FORMULA = /(<c r="[A-Z]+\d+"[^>]*)>(<f>[^<]*<\/f>)<\/c>/g;
const WORKSHEET = "xl/worksheets/sheet{id}.xml";

/**
 * Adds settings for which the library has no option: A4, fitting to the page's width, head rows on each page, a foot
 * with `Page / n of m`, and the results of formulas, which are recalculated when the file is opened.
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

const STYLES = "xl/styles.xml";
/**
 * The protection of a sheet to fill in. Column widths can still be changed. There is no password, so anybody who needs
 * to change the rest can unlock the sheet.
 */
const PROTECTION = '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0"/>';

/** Locks all cells except the cells to fill in, limits what these accept, and hides the program's own columns. */
function fillInFeature(sheets: readonly (FillInSettings | undefined)[]): Feature {
  return {
    files: {
      transform: {
        [STYLES]: { transform: withUnlocked },
        [WORKSHEET]: {
          transform: (xml: string, _options, { sheetIndex }) => {
            const fillIn = sheets[sheetIndex];
            return fillIn ? withRules(withHidden(withLocks(xml), fillIn), fillIn) : xml;
          },
        },
      },
    },
  };
}

function withUnlocked(xml: string): string {
  const [fills, styles] = [findElement(xml, "fills"), findElement(xml, "cellXfs")];
  if (!fills || !styles) return xml;
  const fill = getChildElements(xml, fills).findIndex((element) =>
    getMarkupInsideElement(xml, element).includes(`rgb="FF${FILL_IN_CELL_COLOUR}"`),
  );
  const filled = getChildElements(xml, styles).filter(
    ({ openingTagAttributes: { fillId } }) => fill >= 0 && Number(fillId ?? -1) === fill,
  );
  // The last element is replaced first, so that the positions of the others stay correct.
  return filled.toReversed().reduce((text, element) => {
    const opening = getOpeningTagMarkup("xf", { ...element.openingTagAttributes, applyProtection: 1 });
    const inside = element.selfClosingTag ? "" : getMarkupInsideElement(text, element);
    return replaceElement(text, element, `${opening}${inside}<protection locked="0"/></xf>`);
  }, xml);
}

function withLocks(xml: string): string {
  return put(xml, "sheetProtection", PROTECTION, WORKSHEET, "worksheet");
}

function withHidden(xml: string, { hidden }: FillInSettings): string {
  return hidden.reduce(
    (sheet, column) => sheet.replace(`<col min="${column + 1}" `, `<col hidden="1" min="${column + 1}" `),
    xml,
  );
}

function withRules(xml: string, { rules, rows }: FillInSettings): string {
  if (rules.length === 0 || rows.to < rows.from) return xml;
  const markup = `<dataValidations count="${rules.length}">${rules.map((rule) => validation(rule, rows)).join("")}</dataValidations>`;
  return put(xml, "dataValidations", markup, WORKSHEET, "worksheet");
}

function validation(rule: CellRule, { from, to }: FillInSettings["rows"]): string {
  const letter = columnLetter(rule.column);
  const isList = "list" in rule;
  const formula = isList ? `"${rule.list.join(",")}"` : rule.formula;
  const attributes = `type="${isList ? "list" : "custom"}" allowBlank="1" showErrorMessage="1" errorTitle="Check this cell" error="${sanitizeAttributeValue(rule.message)}" sqref="${letter}${from}:${letter}${to}"`;
  return `<dataValidation ${attributes}><formula1>${sanitizeTextContent(formula)}</formula1></dataValidation>`;
}

type SetUpFile = "xl/workbook.xml" | typeof WORKSHEET;

/** Replaces the element with this tag, or inserts one among its siblings in the order that Excel requires. */
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

export const ROW_RULE_CELL_STYLE = { bottomBorderStyle: "thin", bottomBorderColor: MUTED_COLOUR } as const;
export const HEAD_CELL_STYLE = {
  fontWeight: "bold",
  bottomBorderStyle: "medium",
  wrap: true,
  alignVertical: "bottom",
} as const;
export const MUTED_CELL = { textColor: MUTED_COLOUR };

/** Builds the lines above a table. Cells are not merged: a long text continues over the empty cells beside it. */
export function worksheetTop(
  school: School,
  { title, about, details }: { title: string; about: string; details: string },
): Cell[][] {
  return [
    [textCell(school.name, { fontWeight: "bold", fontSize: 16 })],
    [textCell(title, { textColor: SCHOOL_RED })],
    [textCell(about, { fontWeight: "bold" })],
    [textCell(details, MUTED_CELL)],
  ];
}
