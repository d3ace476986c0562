import { createHash } from "node:crypto";
import { inflated, objectsOf, referenceIn, referencesIn, type PdfObject } from "../../pdf-reader.ts";

/** A drawn object: its kind, and its numbers in points from the page's left bottom corner. */
export type Drawing = { what: string; at: number[] };

type Matrix = [number, number, number, number, number, number];
type State = {
  matrix: Matrix;
  fill: string;
  stroke: string;
  weight: number;
  font: { name: string; widths: number[] };
  size: number;
  spacing: number;
  opacity: string;
};
type Resources = {
  fonts: Map<string, State["font"]>;
  pictures: Map<string, string>;
  opacities: Map<string, string>;
};
type Point = [number, number];

/** Lists what each page of a file shows, in the order of drawing: every glyph, rule, frame and picture. */
export function drawnPages(bytes: Uint8Array): Drawing[][] {
  const objects = objectsOf(Buffer.from(bytes));
  const root = [...objects.values()].find(({ head }) => head.includes("/Type /Pages"));
  return referencesIn(root?.head ?? "", "Kids").map((page) => {
    const { head = "" } = objects.get(page) ?? {};
    const resources = resourcesOf(objects.get(referenceIn(head, "Resources"))?.head ?? "", objects);
    const content = inflated(objects.get(referenceIn(head, "Contents"))).toString("latin1");
    return joinedRules(new Interpreter(resources).drawn(content));
  });
}

class Interpreter {
  readonly #resources: Resources;
  readonly #drawn: Drawing[] = [];
  readonly #saved: State[] = [];
  #state: State = {
    matrix: [1, 0, 0, 1, 0, 0],
    fill: "#000000",
    stroke: "#000000",
    weight: 1,
    font: { name: "", widths: [] },
    size: 0,
    spacing: 0,
    opacity: "1 1",
  };
  #text: Matrix = [1, 0, 0, 1, 0, 0];
  #path: Point[] = [];
  #rectangles: number[][] = [];

  constructor(resources: Resources) {
    this.#resources = resources;
  }

  drawn(content: string): Drawing[] {
    let operands: string[] = [];
    for (const [token] of content.matchAll(/\[[^\]]*\]|<[\da-f]*>|\/[^\s/[\]<>]+|[^\s/[\]<>]+/g)) {
      if (/^[-+.\d[</]/.test(token)) operands.push(token);
      else {
        this.#run(token, operands);
        operands = [];
      }
    }
    return this.#drawn;
  }

  #run(operator: string, operands: string[]): void {
    const operation = this.#operations[operator];
    if (operation === undefined) throw new Error(`The operator ${operator} is not read here.`);
    operation(operands.map(Number), operands[0] ?? "");
  }

  readonly #operations: Record<string, (numbers: number[], first: string) => void> = {
    q: () => void this.#saved.push({ ...this.#state }),
    Q: () => void (this.#state = this.#saved.pop() ?? this.#state),
    cm: (matrix) => void (this.#state.matrix = product(matrix as Matrix, this.#state.matrix)),
    w: ([weight = 0]) => void (this.#state.weight = weight),
    rg: (color) => void (this.#state.fill = hex(color)),
    RG: (color) => void (this.#state.stroke = hex(color)),
    scn: (color) => void (this.#state.fill = hex(color)),
    SCN: (color) => void (this.#state.stroke = hex(color)),
    gs: (_numbers, name) => void (this.#state.opacity = this.#resources.opacities.get(name.slice(1)) ?? ""),
    BT: () => void (this.#text = [1, 0, 0, 1, 0, 0]),
    ET: () => undefined,
    Tf: ([, size = 0], name) => {
      this.#state.font = this.#resources.fonts.get(name.slice(1)) ?? { name: "", widths: [] };
      this.#state.size = size;
    },
    Tc: ([spacing = 0]) => void (this.#state.spacing = spacing),
    Tm: (matrix) => void (this.#text = matrix as Matrix),
    TJ: (_numbers, array) => this.#show(array),
    m: ([x = 0, y = 0]) => void (this.#path = [this.#placed(x, y)]),
    l: ([x = 0, y = 0]) => void this.#path.push(this.#placed(x, y)),
    re: ([x = 0, y = 0, width = 0, height = 0]) =>
      void this.#rectangles.push([...this.#placed(x, y), ...this.#placed(x + width, y + height)]),
    S: () => this.#stroke(),
    Do: (_numbers, name) => this.#picture(name.slice(1)),
    // pdfmake fills an empty path with the colour of each text.
    f: () => undefined,
    // These values stay the usual ones: no dash, butt ends, mitred corners.
    ...Object.fromEntries(["d", "J", "j", "cs", "CS"].map((operator) => [operator, () => undefined])),
  };

  #show(array: string): void {
    const { font, size, spacing, fill, opacity } = this.#state;
    for (const [token, glyphs] of array.matchAll(/<([\da-f]+)>|-?[\d.]+/g)) {
      if (glyphs === undefined) this.#advance((-Number(token) * size) / 1000);
      for (const glyph of (glyphs ?? "").match(/.{4}/g) ?? []) {
        const [a, b, c, d, x, y] = product(this.#text, this.#state.matrix);
        if (a !== d || b !== 0 || c !== 0) throw new Error("A text is turned.");
        this.#drawn.push({ what: `glyph ${glyph} ${font.name} ${fill} ${opacity}`, at: [x, y, size * a] });
        this.#advance(((font.widths[Number.parseInt(glyph, 16)] ?? 0) * size) / 1000 + spacing);
      }
    }
  }

  #advance(by: number): void {
    this.#text = product([1, 0, 0, 1, by, 0], this.#text);
  }

  #stroke(): void {
    const { stroke, weight, opacity } = this.#state;
    if (this.#path.length > 0) {
      this.#drawn.push({ what: `rule ${stroke} ${opacity}`, at: [...this.#path.flat(), weight] });
    }
    for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of this.#rectangles) {
      const corners = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
      this.#drawn.push({ what: `frame ${stroke} ${opacity}`, at: [...corners, weight] });
    }
    [this.#path, this.#rectangles] = [[], []];
  }

  #picture(name: string): void {
    const what = `picture ${this.#resources.pictures.get(name)} ${this.#state.opacity}`;
    this.#drawn.push({ what, at: this.#state.matrix });
  }

  #placed(x: number, y: number): Point {
    const [, , , , left, top] = product([1, 0, 0, 1, x, y], this.#state.matrix);
    return [left, top];
  }
}

/** Joins the parts of a rule, which may be drawn whole or cell by cell. */
function joinedRules(drawings: readonly Drawing[]): Drawing[] {
  const joined: Drawing[] = [];
  for (const { what, at } of drawings) {
    const [x1 = 0, y1, x2 = 0, y2, weight] = at;
    const last = joined.at(-1);
    const [, , end = 0, height, thickness] = last?.at ?? [];
    const goesOn = what.startsWith("rule") && what === last?.what && y1 === height && weight === thickness;
    if (goesOn && y1 === y2 && Math.abs(end - x1) < 0.001) last.at[2] = x2;
    else joined.push({ what, at: [...at] });
  }
  return joined;
}

function resourcesOf(head: string, objects: Map<number, PdfObject>): Resources {
  const named = (pattern: RegExp) =>
    [...head.matchAll(pattern)].map(([, name = "", at]) => [name, objects.get(Number(at))] as const);
  return {
    fonts: new Map(named(/\/(F\d+) (\d+) 0 R/g).map(([name, font]) => [name, fontOf(font, objects)])),
    pictures: new Map(
      named(/\/(I\d+) (\d+) 0 R/g).map(([name, image]) => [name, hashOf(image?.stream ?? Buffer.alloc(0))]),
    ),
    opacities: new Map(
      named(/\/(Gs\d+) (\d+) 0 R/g).map(([name, state]) => {
        const value = (key: string) => new RegExp(`/${key} (\\S+)`).exec(state?.head ?? "")?.[1] ?? "1";
        return [name, `${value("ca")} ${value("CA")}`];
      }),
    ),
  };
}

/** Names a font after its typeface and its contents in the file: the outlines, and the characters that they stand for. */
function fontOf(font: PdfObject | undefined, objects: Map<number, PdfObject>): State["font"] {
  const { head = "" } = font ?? {};
  const descendant = objects.get(referencesIn(head, "DescendantFonts")[0] ?? 0)?.head ?? "";
  const descriptor = objects.get(referenceIn(descendant, "FontDescriptor"))?.head ?? "";
  const parts = [referenceIn(descriptor, "FontFile2"), referenceIn(head, "ToUnicode")];
  const inside = parts.map((part) => hashOf(inflated(objects.get(part))));
  const typeface = /\/BaseFont \/\w+\+(\S+)/.exec(head)?.[1] ?? "";
  const widths = (/\/W \[0 \[([^\]]+)\]/.exec(descendant)?.[1] ?? "").split(" ").map(Number);
  return { name: [typeface, ...inside].join(" "), widths };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

function hex(color: readonly number[]): string {
  return `#${color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function product(one: Matrix, two: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [p, q, r, s, t, u] = two;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}
