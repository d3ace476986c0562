import ts from "typescript";
import { resolveImport } from "../imports.ts";
import { allRoutes } from "../routes.ts";
import { readSource } from "../source.ts";

/** A function, constant or class of a file. `*` stands for everything in the file. */
type Declaration = { file: string; name: string };
type Parsed = { declarations: Map<string, ts.Node>; imported: Map<string, Declaration> };

/** Types of `input` elements in which nobody types a text. */
const NOT_TYPED = ["hidden", "checkbox", "radio", "file", "range"];

const parsedFiles = new Map<string, Parsed>();

/**
 * Lists the files of the routes whose pages can show a field for text, by following what their components use. The
 * dialogs and pages around a page are routes of their own.
 */
export function listRoutesWithTextFields(): string[] {
  const files = [...new Set(allRoutes().map(({ file }) => file))];
  return files.filter((file) => showsTextField({ file, name: "default" })).sort();
}

function showsTextField(page: Declaration): boolean {
  const waiting = [page];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const key = `${next.file} ${next.name}`;
    if (seen.has(key) || !/^app\/.*(?<!\.server)\.tsx?$/.test(next.file)) continue;
    seen.add(key);
    for (const node of nodesOf(next)) {
      if (hasTextElement(node)) return true;
      waiting.push(...listUses(node, next.file));
    }
    const elsewhere = parse(next.file).imported.get(next.name);
    if (elsewhere) waiting.push(elsewhere);
  }
  return false;
}

function nodesOf({ file, name }: Declaration): ts.Node[] {
  const { declarations } = parse(file);
  if (name === "*") return [...declarations.values()];
  const node = declarations.get(name);
  return node ? [node] : [];
}

function parse(file: string): Parsed {
  const known = parsedFiles.get(file);
  if (known) return known;
  const tree = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const parsed: Parsed = { declarations: new Map(), imported: new Map() };
  for (const statement of tree.statements) readStatement(statement, file, parsed);
  parsedFiles.set(file, parsed);
  return parsed;
}

function readStatement(statement: ts.Statement, file: string, { declarations, imported }: Parsed): void {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    if (statement.name) declarations.set(statement.name.text, statement);
    if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
      declarations.set("default", statement);
  } else if (ts.isVariableStatement(statement)) {
    for (const declaration of statement.declarationList.declarations)
      for (const name of namesIn(declaration.name)) declarations.set(name, declaration);
  } else if (ts.isExportAssignment(statement)) declarations.set("default", statement);
  else if (ts.isImportDeclaration(statement)) {
    const { importClause, moduleSpecifier } = statement;
    const from = resolveImport((moduleSpecifier as ts.StringLiteral).text, file);
    if (!importClause || importClause.isTypeOnly || from === null) return;
    if (importClause.name) imported.set(importClause.name.text, { file: from, name: "default" });
    const { namedBindings } = importClause;
    if (!namedBindings || !ts.isNamedImports(namedBindings)) return;
    for (const { name, propertyName } of namedBindings.elements)
      imported.set(name.text, { file: from, name: (propertyName ?? name).text });
  } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier && statement.exportClause) {
    const from = resolveImport((statement.moduleSpecifier as ts.StringLiteral).text, file);
    if (from === null || !ts.isNamedExports(statement.exportClause)) return;
    for (const { name, propertyName } of statement.exportClause.elements)
      imported.set(name.text, { file: from, name: (propertyName ?? name).text });
  }
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

function hasTextElement(node: ts.Node): boolean {
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
    const tag = node.tagName.getText();
    if (tag === "textarea" || (tag === "input" && !NOT_TYPED.includes(typeOf(node)))) return true;
  }
  return ts.forEachChild(node, hasTextElement) ?? false;
}

function typeOf({ attributes }: ts.JsxOpeningElement | ts.JsxSelfClosingElement): string {
  const type = attributes.properties.find((property) => property.name?.getText() === "type");
  const value = type && ts.isJsxAttribute(type) ? type.initializer : undefined;
  return value && ts.isStringLiteral(value) ? value.text : "";
}

/** Lists the declarations that a declaration uses, in its own file and in others. */
function listUses(node: ts.Node, file: string): Declaration[] {
  const { declarations, imported } = parse(file);
  const uses: Declaration[] = [];
  visit(node);
  return uses;

  function visit(part: ts.Node): void {
    if (ts.isTypeNode(part)) return;
    if (ts.isPropertyAccessExpression(part)) return visit(part.expression);
    if (ts.isIdentifier(part)) {
      const elsewhere = imported.get(part.text);
      if (elsewhere) uses.push(elsewhere);
      else if (declarations.has(part.text)) uses.push({ file, name: part.text });
    }
    if (ts.isCallExpression(part) && part.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = part.arguments;
      const from = specifier && ts.isStringLiteral(specifier) ? resolveImport(specifier.text, file) : null;
      if (from !== null) uses.push({ file: from, name: "*" });
    }
    ts.forEachChild(part, visit);
  }
}
