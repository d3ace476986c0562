import { frameOf, type Orientation } from "../page.ts";
import type { Style } from "./nodes.ts";
import { pdfmakes } from "./pdfmake-lines.ts";

type Size = { width: number; height: number; orientation: Orientation };
type LayoutBuilderClass = new (size: Size) => {
  layoutDocument(content: object[], document: object, named: object, style: Partial<Style>): unknown;
};
type RendererClass = new (document: object) => { renderPages(pages: unknown): void };

const LayoutBuilder = pdfmakes<LayoutBuilderClass>("LayoutBuilder");
const Renderer = pdfmakes<RendererClass>("Renderer");

/** A section as pdfmake lays it out, on as many pages as it takes, after those that the document has. */
export function addPdfmakePages(
  section: { pageOrientation: Orientation },
  document: object,
  style: Partial<Style>,
): void {
  const { pageOrientation: orientation } = section;
  const { width, height } = frameOf(orientation);
  const layout = new LayoutBuilder({ width, height, orientation });
  new Renderer(document).renderPages(layout.layoutDocument([section], document, {}, style));
}
