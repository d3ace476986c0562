import type { WorkBook, WorkSheet } from "@e965/xlsx";

/** The unpacked parts of an OpenDocument. */
type Parts = ReadonlyMap<string, Buffer>;

/** The visibility of a sheet and of its rows and columns, with the sheet's name as the file writes it. */
type ShownSheet = { name: string; isHidden: boolean; rows: boolean[]; columns: boolean[] };

/** The sheet of an OpenDocument that was open, and its hidden parts, which the parser leaves out. */
export type SpreadsheetVisibility = { open: string | null; sheets: ReadonlyMap<string, ShownSheet> };

const TAGS =
  /<(\/?)(?:table:(table|table-row|table-column)|style:(style|table-properties))(?=[\s/>])([^>]*)>/g;
const HIDING = ["table:visibility=", 'table:display="false"', "table:display='false'"];
const OPEN_SHEET = 'config:name="ActiveTable"';

/** No list has more rows or columns than this. A document repeats its last row up to a million times. */
const MOST_MARKED = 20_000;

export function readSpreadsheetVisibility(parts: Parts): SpreadsheetVisibility {
  const open = openSheet(parts.get("settings.xml")?.toString() ?? "");
  const shown = [...parts].filter(([name]) => name === "styles.xml" || name === "content.xml");
  const mayHide = shown.some(([, part]) => HIDING.some((words) => part.includes(words)));
  return { open, sheets: mayHide ? sheetsIn(shown.map(([, part]) => part.toString()).join("")) : new Map() };
}

/** Returns the name in `<config:config-item config:name="ActiveTable" config:type="string">Intake</config:config-item>`. */
function openSheet(settings: string): string | null {
  const place = settings.indexOf(OPEN_SHEET);
  if (place < 0) return null;
  const from = settings.indexOf(">", place) + 1;
  return settings.slice(from, settings.indexOf("<", from));
}

/** Follows the tags of tables, rows and columns; tags of a table inside a cell are ignored. */
function sheetsIn(xml: string): Map<string, ShownSheet> {
  const sheets = new Map<string, ShownSheet>();
  const hiddenStyles = new Set<string>();
  let [style, depth]: [string, number] = ["", 0];
  let sheet: ShownSheet | null = null;
  for (const [, closing, part, styled, attributes = ""] of xml.matchAll(TAGS)) {
    if (styled === "style") style = attribute(attributes, "style:name");
    if (styled === "table-properties" && attribute(attributes, "table:display") === "false")
      hiddenStyles.add(style);
    if (part === "table" && !attributes.endsWith("/")) {
      depth += closing ? -1 : 1;
      if (closing || depth > 1) continue;
      const name = attribute(attributes, "table:name");
      const isHidden = hiddenStyles.has(attribute(attributes, "table:style-name"));
      sheet = { name, isHidden, rows: [], columns: [] };
      sheets.set(name, sheet);
    }
    if (closing || depth !== 1 || !sheet) continue;
    if (part === "table-row") mark(sheet.rows, attributes, "table:number-rows-repeated");
    if (part === "table-column") mark(sheet.columns, attributes, "table:number-columns-repeated");
  }
  return sheets;
}

const CELLS =
  /<(\/?)table:(table-row|table-cell|covered-table-cell)(?=[\s/>])([^>]*)>(<\/table:(?:covered-)?table-cell>)?/g;

/** This is ten times the number of cells in 5,000 rows of 60 columns. */
const MOST_CELLS = 3_000_000;

/** Tells whether the cells that have content are repeated so often that reading them would take minutes. */
export function hasTooManyCells(content: string): boolean {
  let [rows, cells] = [1, 0];
  for (const [, closing, part, attributes = "", end] of content.matchAll(CELLS)) {
    if (closing) continue;
    if (part === "table-row") {
      rows = repeats(attributes, "table:number-rows-repeated");
      continue;
    }
    const isBlank = end !== undefined || (attributes.endsWith("/") && !attributes.includes("office:value"));
    if (!isBlank) cells += rows * repeats(attributes, "table:number-columns-repeated");
    if (cells > MOST_CELLS) return true;
  }
  return false;
}

function repeats(attributes: string, name: string): number {
  return attributes.includes(name) ? Number(attribute(attributes, name)) || 1 : 1;
}

function mark(places: boolean[], attributes: string, repeated: string): void {
  const isHidden = /^(?:collapse|filter)$/.test(attribute(attributes, "table:visibility"));
  const count = Math.min(Number(attribute(attributes, repeated)) || 1, MOST_MARKED - places.length);
  for (let left = count; left > 0; left -= 1) places.push(isHidden);
}

function attribute(attributes: string, name: string): string {
  const [, , value = ""] = new RegExp(`\\s${name}=(["'])(.*?)\\1`).exec(attributes) ?? [];
  return value;
}

/** Adds to a parsed document what is hidden and which sheet was open, as the parser itself does for xlsx. */
export function withSpreadsheetVisibility(book: WorkBook, { open, sheets }: SpreadsheetVisibility): WorkBook {
  const named = book.SheetNames.map((raw) => ({ name: unescaped(raw), raw, shown: sheets.get(raw) }));
  const openPlace = named.findIndex(({ raw }) => raw === open);
  const workbook = {
    ...book.Workbook,
    Sheets: named.map(({ name, shown }) => ({ name, Hidden: shown?.isHidden ? (1 as const) : (0 as const) })),
    WBView: openPlace < 0 ? [] : [{ activeTab: String(openPlace) }],
  };
  const parsed = named.flatMap(({ name, raw, shown }) => {
    const sheet = book.Sheets[raw];
    return sheet ? [[name, shown ? withHidden(sheet, shown) : sheet] as const] : [];
  });
  return {
    ...book,
    SheetNames: named.map(({ name }) => name),
    Sheets: Object.fromEntries(parsed),
    Workbook: workbook,
  };
}

function withHidden(sheet: WorkSheet, { rows, columns }: ShownSheet): WorkSheet {
  const marked = (places: readonly boolean[]) => places.map((hidden) => ({ hidden }));
  return { ...sheet, "!rows": marked(rows), "!cols": marked(columns) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

function unescaped(text: string): string {
  return text.replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
}
