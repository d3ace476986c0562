import { elements } from "./xml.server.ts";

/** Where the first sheet is. */
export function sheetPath(book: string, relations: string): string {
  let id = "";
  elements(book, {
    open: (name, attributes) => {
      if (name === "sheet" && id === "") id = attributes()["r:id"] ?? "";
    },
  });
  return targetOf(relations, (relation) => relation["Id"] === id);
}

/** Where a part of the workbook is, by the end of its type. */
export function partOf(relations: string, type: "sharedStrings" | "styles"): string {
  return targetOf(relations, (relation) => relation["Type"]?.endsWith(`/${type}`) ?? false);
}

type Attributes = Readonly<Record<string, string>>;

function targetOf(relations: string, isMeant: (relation: Attributes) => boolean): string {
  let target = "";
  elements(relations, {
    open: (name, attributes) => {
      if (name === "Relationship" && target === "" && isMeant(attributes()))
        target = attributes()["Target"] ?? "";
    },
  });
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** The texts that cells refer to, with the parts of one that is formatted in several ways. */
export function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let [isText, isReading] = [false, false];
  elements(xml, {
    open: (name) => {
      if (name === "si") texts.push("");
      if (name === "rPh") isReading = true;
      isText = name === "t";
    },
    close: (name) => {
      if (name === "rPh") isReading = false;
      isText = false;
    },
    text: (text) => {
      if (isText && !isReading) texts[texts.length - 1] += text;
    },
  });
  return texts;
}

/** The formats of dates that every Excel has by their numbers (ECMA-376, 18.8.30). */
const DATES: readonly (readonly [from: number, to: number])[] = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
];

/** Whether the cells of a style are days. */
export function isDateFormats(xml: string): boolean[] {
  const own = new Map<string, string>();
  const styles: boolean[] = [];
  let isCells = false;
  elements(xml, {
    open: (name, attributes) => {
      if (name === "numFmt") own.set(attributes()["numFmtId"] ?? "", attributes()["formatCode"] ?? "");
      if (name === "cellXfs") isCells = true;
      if (name === "xf" && isCells) styles.push(isDate(attributes()["numFmtId"] ?? "0", own));
    },
    close: (name) => {
      if (name === "cellXfs") isCells = false;
    },
  });
  return styles;
}

function isDate(id: string, own: ReadonlyMap<string, string>): boolean {
  const code = own.get(id);
  if (code === undefined) return DATES.some(([from, to]) => from <= Number(id) && Number(id) <= to);
  const [first = ""] = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, "").split(";");
  return /[dy]/i.test(first) || (/m/i.test(first) && !/[hs0#]/i.test(first));
}
