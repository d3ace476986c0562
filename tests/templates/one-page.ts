import { buildDocument } from "#templates/parts/page.ts";
import { printPdf } from "#templates/parts/print-pdf.ts";
import { samplePrintTime } from "./samples/school.ts";
import { pagesOf, type PrintedPage } from "./pdf-reader.ts";
import type { Content } from "pdfmake/interfaces.js";

export async function onePage(
  content: Content[],
  foot = "foot",
): Promise<{ page: PrintedPage; missing: number[] }> {
  const parts = { title: "Title", foot: [foot], printed: samplePrintTime, author: "School", content };
  const { bytes, missing } = await printPdf(buildDocument({ orientation: "portrait", ...parts }));
  const [first] = pagesOf(bytes);
  if (first === undefined) throw new Error("The document has no page.");
  return { page: first, missing };
}
