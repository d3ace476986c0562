import { queryDatabase } from "#tests/support/postgres/answer-of.ts";

/** A sheet of two teachers: each reaches its marks through a lesson of their own. */
export type SharedSheet = {
  /** The sheet's addresses for the typist and the colleague. */
  typistPath: string;
  colleaguePath: string;
  typistAccount: number;
  colleagueAccount: number;
  subjectId: number;
  termId: number;
  testId: number;
  /** Students who can be given a mark, because they are not absent. */
  rows: string[];
  /** The stored values before anybody typed; null stands for no mark. */
  before: Map<string, string | null>;
};

export const TYPIST = "teacher";
export const COLLEAGUE = "formteacher";

const TEST_ID = 1;
const SUBJECT = "Mathematics";
const CLASS = "Std 4 R";

type Found = {
  typist_lesson: number;
  colleague_lesson: number;
  typist_account: number;
  colleague_account: number;
  subject_id: number;
  class_id: number;
  term_id: number;
};

export async function findSharedSheet(databaseUrl: string): Promise<SharedSheet> {
  const [found] = await queryDatabase<Found>(
    databaseUrl,
    `select l.lesson_id as typist_lesson, m.lesson_id as colleague_lesson, a.account_id as typist_account,
            b.account_id as colleague_account, l.subject_id, l.class_id, s.current_term_id as term_id
       from lessons l
       join lessons m using (subject_id, class_id)
       join accounts a on a.employee_id = l.employee_id
       join accounts b on b.employee_id = m.employee_id
       join subjects u using (subject_id)
       join classes c using (class_id)
      cross join schools s
      where a.user_name = $1 and b.user_name = $2 and u.title = $3 and c.label = $4`,
    [TYPIST, COLLEAGUE, SUBJECT, CLASS],
  );
  if (!found) throw new Error(`the demo school has no ${SUBJECT} of ${CLASS} that two teachers share`);
  const { subject_id: subjectId, term_id: termId } = found;
  const before = await marksOf(databaseUrl, found);
  return {
    typistPath: `/app/mark-sheet/${found.typist_lesson}/${termId}/${TEST_ID}`,
    colleaguePath: `/app/mark-sheet/${found.colleague_lesson}/${termId}/${TEST_ID}`,
    typistAccount: found.typist_account,
    colleagueAccount: found.colleague_account,
    subjectId,
    termId,
    testId: TEST_ID,
    rows: [...before.keys()],
    before,
  };
}

async function marksOf(databaseUrl: string, { class_id, term_id, subject_id }: Found) {
  const stored = await queryDatabase<{ student_key: number; mark: number | null }>(
    databaseUrl,
    `select r.student_key, m.mark::float8 as mark
       from registrations r
       left join marks m on m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
                        and m.subject_id = $3 and m.test_id = $4
      where r.class_id = $1 and r.academic_term_id = $2 and coalesce(m.attendance, 1) = 1
      order by r.student_key`,
    [class_id, term_id, subject_id, TEST_ID],
  );
  return new Map(
    stored.map(({ student_key, mark }) => [String(student_key), mark === null ? null : String(mark)]),
  );
}
