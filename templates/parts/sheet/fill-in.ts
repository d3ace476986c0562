import {
  findElement,
  getChildElements,
  getMarkupInsideElement,
  getOpeningTagMarkup,
  replaceElement,
  sanitizeAttributeValue,
  sanitizeTextContent,
} from "write-excel-file/utility";
import { letterOf } from "./columns.ts";
import { put, type Feature } from "./sheet-page.ts";

/** The background of the cells that are filled in. Only these cells are unlocked. */
export const FILLED_IN = "FFF3D1";

/** The limits of a column's cells, which accept one of some words, or whatever the formula of its first cell accepts. */
export type CellRule = { column: number; message: string } & (
  { list: readonly string[] } | { formula: string }
);

export type FillIn = {
  rules: readonly CellRule[];
  /** The columns that the program reads and a person does not. */
  hidden: readonly number[];
  /** The rows that are filled in, as the worksheet numbers them. */
  rows: { from: number; to: number };
};

const STYLES = "xl/styles.xml";
const WORKSHEET = "xl/worksheets/sheet{id}.xml";
/** Column widths may be changed. There is no password: whoever must change the rest can. */
const PROTECTION = '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0"/>';

/** Locks all cells except those to fill in, limits what these accept, and hides the columns of the program. */
export function fillInFeature(sheets: readonly (FillIn | undefined)[]): Feature {
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
    getMarkupInsideElement(xml, element).includes(`rgb="FF${FILLED_IN}"`),
  );
  const filled = getChildElements(xml, styles).filter(
    ({ openingTagAttributes: { fillId } }) => fill >= 0 && Number(fillId ?? -1) === fill,
  );
  // From the last to the first, so that the places of the others still hold.
  return filled.toReversed().reduce((text, element) => {
    const opening = getOpeningTagMarkup("xf", { ...element.openingTagAttributes, applyProtection: 1 });
    const inside = element.selfClosingTag ? "" : getMarkupInsideElement(text, element);
    return replaceElement(text, element, `${opening}${inside}<protection locked="0"/></xf>`);
  }, xml);
}

function withLocks(xml: string): string {
  return put(xml, "sheetProtection", PROTECTION, WORKSHEET, "worksheet");
}

function withHidden(xml: string, { hidden }: FillIn): string {
  return hidden.reduce(
    (sheet, column) => sheet.replace(`<col min="${column + 1}" `, `<col hidden="1" min="${column + 1}" `),
    xml,
  );
}

function withRules(xml: string, { rules, rows }: FillIn): string {
  if (rules.length === 0 || rows.to < rows.from) return xml;
  const markup = `<dataValidations count="${rules.length}">${rules.map((rule) => validation(rule, rows)).join("")}</dataValidations>`;
  return put(xml, "dataValidations", markup, WORKSHEET, "worksheet");
}

function validation(rule: CellRule, { from, to }: FillIn["rows"]): string {
  const letter = letterOf(rule.column);
  const isList = "list" in rule;
  const formula = isList ? `"${rule.list.join(",")}"` : rule.formula;
  const attributes = `type="${isList ? "list" : "custom"}" allowBlank="1" showErrorMessage="1" errorTitle="Check this cell" error="${sanitizeAttributeValue(rule.message)}" sqref="${letter}${from}:${letter}${to}"`;
  return `<dataValidation ${attributes}><formula1>${sanitizeTextContent(formula)}</formula1></dataValidation>`;
}
