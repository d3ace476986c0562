import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { CALLS_MS, KB } from "../../budgets.ts";
import { percentile, type Figure } from "../../figures.ts";
import type { Subject } from "../../subject.ts";
import { repeat } from "../server-time.ts";
import { manyStudents } from "../student-list.ts";
import { expectStatus, textOf, Wire } from "../wire.ts";

const WARM_UP = 60;
const REQUESTS = 150;
const EVERYBODY = 1_200;
/** The number of reads. The product limits the reads of one account, and this number stays below the limit. */
const READS = 20;

type Row = { student_id: string; employee_id: number; form_class_id: string; version: number };

/** Measures the ten most used API calls on one connection, and the list of all students in a school of 1,200. */
export async function measureCalls(subject: Subject): Promise<Figure[]> {
  const figures = await timesOfTen(subject);
  await queryDatabase(subject.ownerUrl, manyStudents(EVERYBODY));
  await queryDatabase(subject.ownerUrl, "vacuum analyze");
  return [...figures, ...(await wholeRead(subject))];
}

async function timesOfTen({ origin, cookie, sheet }: Subject): Promise<Figure[]> {
  const wire = new Wire(origin, `${cookie}; XSRF-TOKEN=bench`);
  const marks = `/api/mark-sheet-students?academicTermId=${sheet.termId}&lesson_id=${sheet.lessonId}&test=1`;
  const { data } = JSON.parse(textOf(expectStatus(await wire.open(marks), 200, marks))) as { data: Row[] };
  const [row] = data;
  if (!row) throw new Error("the sheet has no student");
  const of = `academic_term_id=${sheet.termId}`;
  const reads = {
    "marks of a sheet": marks,
    "term records of a class": `/api/student-term-details?${of}&form_class_id=${encodeURIComponent(row.form_class_id)}`,
    "term record of a student": `/api/student-term-details?${of}&student_id=${row.student_id}`,
    "subjects of a report": `/api/student-term-marks?${of}&student_id=${row.student_id}`,
    "lessons of a teacher": `/api/teacher-lessons/${row.employee_id}`,
    "own students": "/api/students",
    subjects: "/api/subjects",
    "form classes": "/api/form-classes-list",
    "the current term": "/api/current-term",
  };
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(reads)) {
    await repeat(WARM_UP, wire, path);
    figures.push(...figuresOf(what, await repeat(REQUESTS, wire, path)));
  }
  figures.push(...figuresOf("a mark saved", await saves(wire, { row, subject: { sheet, origin } })));
  wire.close();
  return figures;
}

function figuresOf(what: string, taken: readonly number[]): Figure[] {
  return [
    { what: `call: ${what}, server time, p50`, measured: percentile(taken, 0.5), unit: "ms", ...CALLS_MS },
    { what: "… p95", measured: percentile(taken, 0.95), unit: "ms" },
  ];
}

type Saved = { row: Row; subject: Pick<Subject, "sheet" | "origin"> };

/** Saves a different mark each time, as a page's script does. */
async function saves(wire: Wire, { row, subject: { sheet, origin } }: Saved): Promise<number[]> {
  const proof = { Origin: origin, "X-XSRF-TOKEN": "bench" };
  const taken: number[] = [];
  for (let count = 0; count < WARM_UP + REQUESTS; count += 1) {
    const record = {
      student_id: row.student_id,
      academic_term_id: sheet.termId,
      lesson_id: sheet.lessonId,
      test_id: 1,
      mark: count % 40,
    };
    const answer = await wire.postJson("/api/mark-record", record, proof);
    taken.push(expectStatus(answer, 200, "/api/mark-record").milliseconds);
  }
  return taken.slice(WARM_UP);
}

async function wholeRead({ origin, clerkCookie }: Subject): Promise<Figure[]> {
  const wire = new Wire(origin, clerkCookie);
  const path = "/api/students";
  const whole = expectStatus(await wire.open(path), 200, path);
  const taken = await repeat(READS, wire, path);
  const since = `${path}?since=${encodeURIComponent(String(whole.headers["x-version"]))}`;
  const unchanged = await repeat(READS, wire, since);
  wire.close();
  return [
    { what: "call: all 1,200 students, p50", measured: percentile(taken, 0.5), unit: "ms" },
    { what: "… bytes with headers", measured: whole.bytesDown / KB, unit: "KB" },
    { what: "… what changed since, nothing, p50", measured: percentile(unchanged, 0.5), unit: "ms" },
  ];
}
