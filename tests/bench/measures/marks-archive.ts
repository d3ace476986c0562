import { ARCHIVE_LEVELS, ARCHIVE_SUBJECT_IDS } from "#domain/archive/archive-terms.ts";
import { PATHS } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { ARCHIVE_MS } from "../budgets.ts";
import type { Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { timesOf } from "./student-list.ts";

/** Measures the archive of a student with every mark of nine terms. The school is a secondary school for this part. */
export async function measureMarksArchive(subject: Subject): Promise<Figure[]> {
  await queryDatabase(subject.ownerUrl, WHOLE_ARCHIVE);
  const { clerkCookie: cookie } = subject;
  try {
    return await timesOf(subject, {
      cookie,
      target: ARCHIVE_MS,
      path: `${PATHS.marksArchive}/1`,
      words: "archive's grid of a student, nine terms, server time, p50",
    });
  } finally {
    await queryDatabase(subject.ownerUrl, flavoured("primary"));
  }
}

const flavoured = (flavour: string) =>
  `select set_config('app.actor', 'system:bench', false); update schools set flavour = '${flavour}'`;

const TERMS = `(select 100 * l + n as term_id, l as form_level, n as term
                  from generate_series(1, ${ARCHIVE_LEVELS}) l, generate_series(1, 3) n) x`;

const WHOLE_ARCHIVE = `
  ${flavoured("secondary")};
  insert into subjects (subject_id, title, abbr)
  select id, 'Archive ' || id, 'A' || id from unnest(array[${ARCHIVE_SUBJECT_IDS.join(", ")}]) id on conflict do nothing;
  insert into academic_terms (academic_term_id, term) select term_id, term from ${TERMS} on conflict do nothing;
  insert into archive_registrations (student_key, academic_term_id, form_class_id)
  select 1, term_id, (select min(form_class_id) from form_classes f where f.form_level = x.form_level) from ${TERMS}
  on conflict do nothing;
  insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark)
  select 1, term_id, id, test_id, 50 + term, 100
    from ${TERMS}, unnest(array[${ARCHIVE_SUBJECT_IDS.join(", ")}]) id, generate_series(1, 2) test_id
  on conflict do nothing;`;
