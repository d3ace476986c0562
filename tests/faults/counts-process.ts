import { database, noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { refreshCounts } from "#db/queries/reports/counts.ts";

/**
 * A process that enters marks, adds students and counts again, until it stops for good before the statement of the given
 * number: killed-counts.test.ts kills it, or its database. 0 never stops.
 */
const stopBefore = Number(process.argv[2]);
const TEST = { system: "test" };

const sequelize = database();
const query = sequelize.query.bind(sequelize) as (...input: unknown[]) => Promise<unknown>;
let counted = 0;

Object.assign(sequelize, {
  query: async (...input: unknown[]) => {
    counted += 1;
    if (counted === stopBefore) {
      console.log("stopped");
      await new Promise(() => undefined);
    }
    return query(...input);
  },
});

type Row = { student_key: number; academic_term_id: number; class_id: number; subject_id: number };

const rows = await queryRows<Row>(
  `select r.student_key, r.academic_term_id, r.class_id, l.subject_id
     from registrations r join lessons l using (class_id)
    order by r.academic_term_id desc, md5(r.student_key::text || random())`,
  [],
  noTransaction,
);
for (const row of rows) {
  await enterMark(row);
  await addStudent(row);
  await refreshCounts({ academicTermId: row.academic_term_id, flavour: "secondary" });
}
console.log("ended");

/** Enters a mark, or clears the one that is there, so that the counts change each time. */
function enterMark(row: Row): Promise<void> {
  const { student_key, academic_term_id, subject_id } = row;
  const key = [student_key, academic_term_id, subject_id];
  return transaction(TEST, async (t) => {
    await runQuery(
      `insert into marks (student_key, academic_term_id, subject_id, test_id, max_mark)
       values ($1, $2, $3, 1, 100) on conflict do nothing`,
      key,
      t,
    );
    await runQuery(
      `update marks set mark = case when mark is null then 50 end
        where student_key = $1 and academic_term_id = $2 and subject_id = $3 and test_id = 1`,
      key,
      t,
    );
  });
}

function addStudent({ class_id, academic_term_id }: Row): Promise<void> {
  const id = `K${process.pid}-${counted}`;
  return transaction(TEST, async (t) => {
    await runQuery(
      `insert into students (student_id, first_name, last_name, gender, date_of_birth, birth_certificate_pin)
       values ($1, 'Late', 'Joiner', 'F', '2014-01-01', $1)`,
      [id],
      t,
    );
    await runQuery(
      `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
       select id, $2::integer, $2::integer / 10, $3 from students where student_id = $1`,
      [id, academic_term_id, class_id],
      t,
    );
  });
}
