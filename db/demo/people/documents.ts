import { createHash } from "node:crypto";
import type { SchoolFlavour } from "#domain/grades.ts";
import { addDays, formatDate } from "#domain/dates.ts";
import type { DemoRow } from "../insert.ts";
import { createRandomStream, type RandomStream } from "../random.ts";
import type { DemoEmployee } from "./employees.ts";
import type { DemoStudent } from "./demo-student.ts";

/** A document in a person's record, with its file. */
export type DemoDocument = { row: DemoRow; file: DrawnFile };

/** The account of the first employee. Account 1 is the special account `Admin`. */
const UPLOADED_BY = 2;

/** A day before the end of every school year for which a demo can be generated. */
const FIRST_UPLOAD = "2024-01-08";

const KINDS = [
  { description: "Letter of appointment", name: "appointment-letter", share: 0.9 },
  { description: "Teaching licence", name: "teaching-licence", share: 0.6 },
  { description: "Police certificate of character", name: "certificate-of-character", share: 0.4 },
] as const;

const STUDENT_KINDS = [
  { description: "Birth Certificate", name: "birth-certificate", share: 0.85 },
  { description: "Immunization Card", name: "immunization-card", share: 0.6 },
] as const;

/** Generates employees' documents: one page of a few kilobytes each, without real contents. */
export function drawEmployeeDocuments(
  flavour: SchoolFlavour,
  employees: readonly DemoEmployee[],
): DemoDocument[] {
  return employees.flatMap((employee) => {
    const chance = createRandomStream(`${flavour} documents ${employee.employee_id}`);
    const held = KINDS.filter(({ share }) => chance.chance(share));
    return held.map(({ description, name }) => {
      const key = `${flavour} ${name} ${employee.employee_id}`;
      const day = addDays(employee.date_of_birth, chance.between(24, 30) * 365);
      const file = documentFile(key, [description, fullName(employee), formatDate(day)]);
      return {
        row: { employee_id: employee.employee_id, ...documentRow({ description, name, file }, chance) },
        file,
      };
    });
  });
}

/** Generates the documents that most students bring when they join the school. */
export function drawStudentDocuments(
  flavour: SchoolFlavour,
  students: readonly DemoStudent[],
): DemoDocument[] {
  return students.flatMap((student) => {
    const chance = createRandomStream(`${flavour} documents of student ${student.id}`);
    const held = STUDENT_KINDS.filter(({ share }) => chance.chance(share));
    return held.map(({ description, name }) => {
      const { first_name, last_name, date_of_birth } = student;
      const lines = [description, `${first_name} ${last_name}`, formatDate(date_of_birth)];
      const file = documentFile(`${flavour} ${name} of student ${student.id}`, lines);
      return { row: { student_key: student.id, ...documentRow({ description, name, file }, chance) }, file };
    });
  });
}

function documentRow({ description, name, file }: Described, chance: RandomStream): DemoRow {
  return {
    description,
    file_name: file.name,
    original_name: `${name}.pdf`,
    uploaded_by: UPLOADED_BY,
    uploaded_at: `${addDays(FIRST_UPLOAD, chance.between(0, 700))}T14:00:00Z`,
  };
}

type Described = { description: string; name: string; file: DrawnFile };

function documentFile(key: string, lines: readonly string[]): DrawnFile {
  return {
    name: `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.pdf`,
    kind: "document",
    mediaType: "application/pdf",
    width: null,
    height: null,
    content: onePage(lines),
  };
}

function fullName({ title, first_name, last_name }: DemoEmployee): string {
  return `${title} ${first_name} ${last_name}`;
}

/** Writes a PDF with these lines on one page. No font is embedded, because every PDF reader has Helvetica. */
function onePage([heading = "", ...lines]: readonly string[]): Buffer {
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

/** A file that the demo generates, with its row of the table of files. */
export type DrawnFile = {
  name: string;
  kind: string;
  mediaType: string;
  /** The width of a picture in pixels. Width and height are null for other files. */
  width: number | null;
  height: number | null;
  content: Buffer;
};
