import { Document, Packer, Paragraph } from "docx";
import sharp from "sharp";

const END_OF_PDF = "trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n";

/** Small files of the kinds that people keep, as their programs write them. */
export const PDF = Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${END_OF_PDF}`);
export const LOCKED_PDF = Buffer.from(
  `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 5 0 R >>\nstartxref\n9\n%%EOF\n`,
);

export function drawnPicture(format: "jpeg" | "png" | "webp"): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 300, height: 400, channels: 3, background: "white", noise } })
    .toFormat(format)
    .toBuffer();
}

export function wordDocument(): Promise<Buffer> {
  const document = new Document({ sections: [{ children: [new Paragraph("Letter of appointment")] }] });
  return Packer.toBuffer(document);
}

/** The format of Word until 2003 names its streams in letters of two bytes. */
export function oldWordDocument(...streams: string[]): Buffer {
  const names = streams.map((name) => Buffer.from(name, "utf16le"));
  return Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(512), ...names]);
}
