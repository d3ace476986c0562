/** Writes a PDF of one page with these lines: every reader has Helvetica, so the file contains no font. */
export function onePage([heading = "", ...lines]: readonly string[]): Buffer {
  const text = [`/F1 20 Tf 72 740 Td (${escaped(heading)}) Tj`, "/F1 12 Tf 0 -40 Td"];
  const shown = [...text, ...lines.map((line) => `(${escaped(line)}) Tj 0 -20 Td`)].join("\n");
  const stream = `BT\n${shown}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  const starts: number[] = [];
  let file = "%PDF-1.4\n";
  for (const [index, object] of objects.entries()) {
    starts.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end + trailer, "latin1");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, "\\$&");
}
