import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { SpreadsheetReading } from "#files/sheets/sheet.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
  <Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/></Types>`;
const RELATIONS = `<Relationships xmlns="${PACKAGE}/relationships">
  <Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId2" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet2.xml"/>
  <Relationship Id="rId3" Type="${DOCUMENT}/styles" Target="styles.xml"/>
  <Relationship Id="rId4" Type="${DOCUMENT}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`;
const ONE_SHEET = `<sheet name="A" sheetId="1" r:id="rId1"/>`;

/** Creates styles 0 to n, each with its format. */
export function stylesOf(formats: readonly string[]): string {
  const named = formats.map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`);
  const cells = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  return `<styleSheet xmlns="${MAIN}"><numFmts>${named.join("")}</numFmts><cellXfs>${cells.join("")}</cellXfs></styleSheet>`;
}

type Book = {
  /** The rows of the first sheet, as XML. */
  rows?: string;
  afterRows?: string;
  secondSheet?: string;
  sheets?: string;
  properties?: string;
  styles?: string;
  strings?: string;
  others?: Readonly<Record<string, string | Buffer>>;
};

/** Creates a workbook from the XML of its parts, as if some program had written it. */
export function workbook({ rows = "", afterRows = "", ...book }: Book): Promise<Buffer> {
  const sheet = (content: string, more = "") =>
    `<worksheet xmlns="${MAIN}"><sheetData>${content}</sheetData>${more}</worksheet>`;
  return zipOf({
    "[Content_Types].xml": TYPES,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">${book.properties ?? ""}<sheets>${book.sheets ?? ONE_SHEET}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": RELATIONS,
    "xl/styles.xml": book.styles ?? stylesOf(["General"]),
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${book.strings ?? ""}</sst>`,
    "xl/worksheets/sheet1.xml": sheet(rows, afterRows),
    "xl/worksheets/sheet2.xml": sheet(book.secondSheet ?? ""),
    ...book.others,
  });
}

const OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns";

const ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet";
const MANIFEST = `<manifest:manifest xmlns:manifest="${OPEN_DOCUMENT}:manifest:1.0"><manifest:file-entry manifest:media-type="${ODS_TYPE}" manifest:full-path="/"/></manifest:manifest>`;

/**
 * Creates an OpenDocument from the XML of its tables, their styles and the settings of its window.
 * @param hasType false to leave out the part with the type, like Google Sheets
 */
export function openDocument(tables: string, styles = "", settings = "", hasType = true): Promise<Buffer> {
  const parts = {
    "META-INF/manifest.xml": MANIFEST,
    "styles.xml": `<office:document-styles xmlns:office="${OPEN_DOCUMENT}:office:1.0"/>`,
    "settings.xml": `<office:document-settings>${settings}</office:document-settings>`,
    "content.xml": `<office:document-content xmlns:office="${OPEN_DOCUMENT}:office:1.0" xmlns:table="${OPEN_DOCUMENT}:table:1.0"
      xmlns:text="${OPEN_DOCUMENT}:text:1.0"><office:automatic-styles>${styles}</office:automatic-styles>
      <office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  };
  return zipOf(hasType ? { mimetype: ODS_TYPE, ...parts } : parts);
}

export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Returns rows with their numbers, with faults in place of the texts; or the reason for rejecting the file. */
export function textsOf(read: SpreadsheetReading) {
  if (!read.ok) return read.fault;
  return [read.head, ...read.rows].map(({ row, cells }) => [
    row,
    ...cells.map(({ text, fault }) => fault ?? text),
  ]);
}
