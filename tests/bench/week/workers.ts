import { reportCardUrl } from "#domain/documents/kind.ts";
import { reportUrl, type ClassKey } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { lessonsOf } from "../../faults/machines/teachers.ts";

type Changes = Record<string, number | string>;

/** A row that only one person writes, with the version from the last response. */
export type Entry = {
  kind: keyof typeof STORED;
  /** The row's id in its table. */
  id: number;
  studentKey: number;
  /** The address of the row's page, which is also where it is saved. */
  page: string;
  version: number;
  answered: Changes | null;
  next: (turn: number) => Changes;
};

export type Worker = { userName: string; entries: Entry[] };

const MOST_MARK = 10;
const PER_TEACHER = 40;

/** Finds teachers with lessons that have marks. Each teacher gets one lesson. */
export async function markEnterers(databaseUrl: string, count: number): Promise<Worker[]> {
  const lessons = await lessonsOf(databaseUrl, count);
  return lessons.map(({ user_name: userName, lesson_id, term_id, rows }) => ({
    userName,
    entries: rows.slice(0, PER_TEACHER).map(({ mark_id: id, student_key: studentKey, version, mark }) => ({
      kind: "mark",
      id,
      studentKey,
      version,
      answered: null,
      page: `/app/mark-sheet/${lesson_id}/${term_id}/1`,
      next: (turn) => ({ mark: ((mark + turn) % MOST_MARK) + 1 }),
    })),
  }));
}

/** Finds form teachers whose reports of the current term nobody has signed. Each teacher gets one class. */
export async function commentWriters(databaseUrl: string, count: number): Promise<Worker[]> {
  const found = await queryDatabase<{
    user_name: string;
    class_id: number;
    term_id: number;
    rows: { id: number; student_key: number; version: number }[];
  }>(databaseUrl, UNSIGNED, [count]);
  return found.map(({ user_name: userName, class_id: classId, term_id: academicTermId, rows }) => ({
    userName,
    entries: rows.map(({ id, student_key: studentKey, version }) => ({
      kind: "comment",
      id,
      studentKey,
      version,
      answered: null,
      page: reportUrl({ classId, academicTermId, studentKey }),
      next: (turn) => ({ teacher_comment: `Works with care, and asks when it is hard (${turn}).` }),
    })),
  }));
}

const UNSIGNED = `
  select min(a.user_name) as user_name, h.class_id, s.current_term_id as term_id,
         json_agg(json_build_object('id', d.term_record_id, 'student_key', d.student_key, 'version', d.version)
                  order by d.student_key) as rows
    from class_teachers h
    join accounts a using (employee_id)
    join account_permissions p on p.account_id = a.account_id and p.user_permission_id = 2
   cross join schools s
    join registrations r on r.class_id = h.class_id and r.academic_term_id = s.current_term_id
    join term_records d on d.student_key = r.student_key and d.academic_term_id = s.current_term_id
   where h.is_lead and h.to_date is null and not a.password_reset and d.signed_by is null
   group by h.class_id, s.current_term_id
   order by h.class_id
   limit $1`;

/** Returns the address of a whole class's report cards. The API identifies a class by its form class and teacher. */
export async function cardsOfClass(
  databaseUrl: string,
  { classId, academicTermId }: ClassKey,
): Promise<string> {
  const [named] = await queryDatabase<{ form_class_id: string; employee_id: number }>(
    databaseUrl,
    "select c.form_class_id, h.employee_id from classes c join class_teachers h using (class_id) where class_id = $1 and h.is_lead",
    [classId],
  );
  return reportCardUrl({ academic_term_id: academicTermId, ...named });
}

const STORED = {
  mark: "select mark_id::integer as id, mark::float8::text as value from marks where mark_id = any($1)",
  comment:
    "select term_record_id::integer as id, teacher_comment as value from term_records where term_record_id = any($1)",
};

/** Lists values that the server answered as saved but that differ from the stored ones. */
export async function notStored(databaseUrl: string, entries: readonly Entry[]): Promise<string[]> {
  const lost: string[] = [];
  for (const [kind, query] of Object.entries(STORED)) {
    const written = entries.filter((entry) => entry.kind === kind && entry.answered !== null);
    const stored = await queryDatabase<{ id: number; value: string }>(databaseUrl, query, [
      written.map(({ id }) => id),
    ]);
    const valueOf = new Map(stored.map(({ id, value }) => [id, value]));
    for (const { id, answered } of written) {
      const [wanted] = Object.values(answered ?? {}).map(String);
      if (valueOf.get(id) !== wanted) lost.push(`${kind} ${id} is ${valueOf.get(id)}, not ${wanted}`);
    }
  }
  return lost;
}
