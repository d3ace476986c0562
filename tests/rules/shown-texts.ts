import ts from "typescript";
import { MESSAGES } from "#domain/messages.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { listImportsOf } from "#tests/support/imports.ts";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** Stands for a part of a text that varies: an expression in a template or in JSX. */
export const HOLE = "{}";
/** An element between two texts, such as an icon. */
const ELEMENT = "\n";

/** Many screens import a catalogue, so a message counts only where a file uses it. */
export const CATALOGUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MESSAGES,
  PEOPLE_MESSAGES,
};

const product = new Set(sourceFiles(/^(?:app|jobs|templates)\/.*\.tsx?$/));
const importsIn = remembered((file) => listImportsOf(file).filter((imported) => product.has(imported)));
const textsIn = remembered((file) => {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return textsUnder(ts.createSourceFile(file, readSource(file), options, true));
});

/** Collects the texts in a file or folder, and in every file that it imports, however indirectly. */
export function textsFrom(source: string): Set<string> {
  const files = new Set([...product].filter((file) => file.startsWith(source)));
  for (const file of files) for (const imported of importsIn(file)) files.add(imported);
  return new Set([...files].flatMap(textsIn));
}

function textsUnder(node: ts.Node): string[] {
  if (isNeverShown(node)) return [];
  const texts = textsOf(node);
  ts.forEachChild(node, (child) => void texts.push(...textsUnder(child)));
  return texts;
}

function isNeverShown(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    (ts.isVariableDeclaration(node) && node.name.getText() in CATALOGUES) ||
    (ts.isJsxAttribute(node) && /className$/i.test(node.name.getText()))
  );
}

function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join("")];
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return textsBetweenElements(node.children);
  if (ts.isPropertyAccessExpression(node)) {
    const message = CATALOGUES[node.expression.getText()]?.[node.name.text];
    return message === undefined ? [] : [message];
  }
  return [];
}

/** Joins text and expressions that stand side by side. */
function textsBetweenElements(children: readonly ts.JsxChild[]): string[] {
  const joined = children.map((child) => {
    if (ts.isJsxText(child)) return child.text.replaceAll(/\s+/g, " ");
    if (!ts.isJsxExpression(child)) return ELEMENT;
    if (!child.expression) return "";
    return ts.isStringLiteralLike(child.expression) ? child.expression.text : HOLE;
  });
  const texts = joined.join("").split(ELEMENT);
  return texts.map((text) => text.trim());
}

function remembered<Value>(make: (file: string) => Value): (file: string) => Value {
  const known = new Map<string, Value>();
  return (file) => {
    const value = known.get(file) ?? make(file);
    known.set(file, value);
    return value;
  };
}
