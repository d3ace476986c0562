import { PATHS } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { KB, STUDENTS_KB, STUDENTS_MANY_MS, STUDENTS_MS } from "../budgets.ts";
import { percentile, type Figure, type Target } from "../figures.ts";
import { picturesIn } from "../served-page.ts";
import type { Subject } from "../subject.ts";
import { databaseProcesses, usedFrom } from "./processor-time.ts";
import { repeat } from "./server-time.ts";
import { expectStatus, openWhenReady, textOf, Wire } from "./wire.ts";

const SCHOOLS: readonly { students: number; target: Target }[] = [
  { students: 1_200, target: STUDENTS_MS },
  { students: 20_000, target: STUDENTS_MANY_MS },
];

/** The common uses of the list, each with the query of its address. */
const ASKED = {
  "by name": "",
  "page 3 by class, then name": "?sort=class,name&page=3",
  "by teacher, downwards": "?sort=-teacher",
  "by pin": "?sort=pin",
  "search of a name": "?search=bap",
  "search of two words, by class": "?search=std+an&sort=-class,name",
  "search of a letter, by gender": "?search=a&sort=gender,name",
  "search in vain": "?search=zzzz",
};

const WARM_UP = 40;
const REQUESTS = 60;

/** Measures the list of students on the server in schools of two sizes; this comes last, because it fills the school. */
export async function measureStudentList(subject: Subject): Promise<Figure[]> {
  const figures = [await weightOf(subject)];
  for (const { students, target } of SCHOOLS) {
    await queryDatabase(subject.ownerUrl, manyStudents(students));
    await queryDatabase(subject.ownerUrl, "vacuum analyze");
    for (const [what, query] of Object.entries(ASKED)) {
      const words = `students, 5 of ${students.toLocaleString("en")}, ${what}, server time, p50`;
      figures.push(...(await timesOf(subject, { words, path: PATHS.students + query, target })));
    }
  }
  return figures;
}

/** Measures the size of the page with the pictures of its rows, without the files that other pages also load. */
async function weightOf({ origin, clerkCookie }: Subject): Promise<Figure> {
  const wire = new Wire(origin, clerkCookie);
  const page = expectStatus(await wire.open(PATHS.students), 200, PATHS.students);
  let bytes = page.bytesDown;
  for (const path of picturesIn(textOf(page))) {
    bytes += expectStatus(await wire.send({ path }), 200, path).bytesDown;
  }
  wire.close();
  return {
    what: "students, page of 5 with its pictures, headers included",
    measured: bytes / KB,
    unit: "KB",
    ...STUDENTS_KB,
  };
}

type Timed = { words: string; path: string; target: Target; cookie?: string };

/** Measures a page, opened by somebody from the school office. */
export async function timesOf(
  { origin, clerkCookie, dataDir }: Subject,
  { words, path, target, cookie = clerkCookie }: Timed,
): Promise<Figure[]> {
  const wire = new Wire(origin, cookie);
  await openWhenReady(wire, path);
  await repeat(WARM_UP, wire, path);
  const used = usedFrom(databaseProcesses(dataDir));
  const taken = await repeat(REQUESTS, wire, path);
  wire.close();
  return [
    { what: words, measured: percentile(taken, 0.5), unit: "ms", ...target },
    { what: "… PostgreSQL CPU", measured: used() / REQUESTS, unit: "ms" },
  ];
}

/** Returns SQL that creates this many students, with names of the demo, in classes of 35 with a form teacher each. */
export function manyStudents(students: number): string {
  return `
    select set_config('app.actor', 'bench', true);
    create temporary table term as
      select y.academic_term_id, y.academic_year_id, (select max(id) from students) as last
        from schools o join academic_terms y on y.academic_term_id = o.current_term_id;
    create temporary table added as
      select n, n / 35 as place
        from term, generate_series(1, ${students} - (select count(*) from students where student_status_id <= 2)) n;
    insert into classes (academic_year_id, form_class_id, label)
    select academic_year_id, (select form_class_id from form_classes where form_level = 1 + place % 7),
           'Many ${students} ' || place
      from term, (select distinct place from added) p;
    insert into class_teachers (class_id, employee_id, is_lead, from_date)
    select class_id, (select employee_id from employees where employee_status_id = 1 order by employee_id
                      offset class_id % 20 limit 1), true, '2020-01-01'
      from classes c where label like 'Many ${students} %'
       and not exists (select 1 from class_teachers h where h.class_id = c.class_id);
    insert into students (student_id, first_name, last_name, birth_certificate_pin, gender, date_of_birth)
    select 'MN-' || last + n, a.first_name, b.last_name, 'MN' || last + n, case n % 2 when 0 then 'F' else 'M' end, '2016-01-01'
      from term, added
      join students a on a.id = 1 + n * 7 % 400
      join students b on b.id = 1 + n * 13 % 397;
    insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
    select s.id, academic_term_id, term.academic_year_id, c.class_id
      from term, added
      join students s on s.student_id = 'MN-' || (select last from term) + added.n
      join classes c on c.label = 'Many ${students} ' || place;
    drop table added, term;`;
}
