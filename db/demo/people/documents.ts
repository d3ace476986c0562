import { createHash } from "node:crypto";
import type { Flavour } from "#domain/grades.ts";
import { addDays, formatDate } from "#domain/dates.ts";
import type { Row } from "../insert.ts";
import type { DrawnFile } from "../pictures/drawn-file.ts";
import { random, type Random } from "../random.ts";
import type { Employee } from "./employees.ts";
import { onePage } from "./one-page.ts";
import type { DemoStudent } from "./demo-student.ts";

/** A document of a person's record with its file. */
export type DemoDocument = { row: Row; file: DrawnFile };

/** The account of the first employee, after the special account. */
const UPLOADED_BY = 2;

/** A date before the end of any school year for which the demo may be created. */
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

/** Documents of one page and a few kilobytes each, without the contents that a real one would have. */
export function documentsOf(flavour: Flavour, employees: readonly Employee[]): DemoDocument[] {
  return employees.flatMap((employee) => {
    const chance = random(`${flavour} documents ${employee.employee_id}`);
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

/** The documents that most students brought when they entered. */
export function studentDocumentsOf(flavour: Flavour, students: readonly DemoStudent[]): DemoDocument[] {
  return students.flatMap((student) => {
    const chance = random(`${flavour} documents of student ${student.id}`);
    const held = STUDENT_KINDS.filter(({ share }) => chance.chance(share));
    return held.map(({ description, name }) => {
      const { first_name, last_name, date_of_birth } = student;
      const lines = [description, `${first_name} ${last_name}`, formatDate(date_of_birth)];
      const file = documentFile(`${flavour} ${name} of student ${student.id}`, lines);
      return { row: { student_key: student.id, ...documentRow({ description, name, file }, chance) }, file };
    });
  });
}

function documentRow({ description, name, file }: Described, chance: Random): Row {
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

function fullName({ title, first_name, last_name }: Employee): string {
  return `${title} ${first_name} ${last_name}`;
}
