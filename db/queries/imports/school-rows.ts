import { queryRow, queryRows, type ReadTransaction } from "../../index.ts";
import type { ClassTeacher, FormClass, Lesson, SchoolClass } from "../../models/classes.ts";
import { attendsLessonSql } from "../parts.ts";
import type { SnapshotRow } from "../people/merges/images.ts";
import { SNAPSHOT_TABLES, type SnapshotTableName } from "../people/merges/tables.ts";

type Referred = {
  table: SnapshotTableName;
  rows: readonly SnapshotRow[];
  /** The rows that do not count as references, by table. */
  own: Readonly<Partial<Record<SnapshotTableName, readonly SnapshotRow[]>>>;
};

type ForeignKey = { name: string; columns: string[]; referred: string[] };

/** Lists the tables with rows that refer to these rows. */
export async function listReferringTables(
  { table, rows: wanted, own }: Referred,
  t: ReadTransaction,
): Promise<string[]> {
  const keys = await queryRows<ForeignKey>(
    `select k.conrelid::regclass::text as name,
            array(select a.attname::text from unnest(k.conkey) with ordinality c (number, place)
                    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number order by c.place) as columns,
            array(select a.attname::text from unnest(k.confkey) with ordinality c (number, place)
                    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.number order by c.place) as referred
       from pg_constraint k
      where k.contype = 'f' and k.confrelid = $table::regclass
      order by name, k.conname`,
    { table },
    t,
  );
  const found: string[] = [];
  for (const { name, columns, referred } of keys) {
    const own_rows = isStored(name) ? (own[name] ?? []) : [];
    const isOwn = isStored(name)
      ? `exists (select from jsonb_populate_recordset(null::${name}, $own::jsonb) o
                  where ${SNAPSHOT_TABLES[name].key.map((column) => `o.${column} = x.${column}`).join(" and ")})`
      : "false";
    const used = await queryRow<{ used: boolean }>(
      `select exists (
                select from ${name} x
                  join jsonb_populate_recordset(null::${table}, $rows::jsonb) i
                    on ${columns.map((column, place) => `x.${column} = i.${referred[place] ?? ""}`).join(" and ")}
                 where not ${isOwn}) as used
        order by used`,
      { rows: JSON.stringify(wanted), own: JSON.stringify(own_rows) },
      t,
    );
    if (used?.used) found.push(name);
  }
  return [...new Set(found)];
}

/**
 * Lists the tables whose rows would lose their mark sheet without these lessons. Marks and subject choices belong to a
 * lesson by its class, subject and teacher, and have no foreign key to it.
 */
export async function listTablesUsingLessons(
  params: { lessonIds: readonly number[] },
  t: ReadTransaction,
): Promise<("marks" | "student_subject_assignments")[]> {
  const found = await queryRow<{ has_marks: boolean; has_choices: boolean }>(
    `select coalesce(bool_or(exists (
              select from marks m
               where m.student_key = r.student_key and m.academic_term_id = r.academic_term_id
                 and m.subject_id = l.subject_id)
              and ${attendsLessonSql("l.")}
              and not exists (select from lessons o
                               where o.class_id = l.class_id and o.subject_id = l.subject_id
                                 and o.lesson_id <> all ($lessonIds::integer[]))), false) as has_marks,
            coalesce(bool_or(l.by_choice and ${attendsLessonSql("l.")}), false) as has_choices
       from lessons l
       join registrations r using (class_id)
      where l.lesson_id = any ($lessonIds::integer[])
      order by has_marks`,
    params,
    t,
  );
  return [
    ...(found?.has_marks ? ["marks" as const] : []),
    ...(found?.has_choices ? ["student_subject_assignments" as const] : []),
  ];
}

function isStored(name: string): name is SnapshotTableName {
  return Object.hasOwn(SNAPSHOT_TABLES, name);
}

export type ImportedLesson = Pick<
  Lesson,
  "lesson_id" | "employee_id" | "subject_id" | "class_id" | "by_choice" | "ended_on"
>;

/** Lists all lessons of a year, including those that have ended. */
export function listLessonsToImport(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<ImportedLesson[]> {
  return queryRows<ImportedLesson>(
    `select l.lesson_id, l.employee_id, l.subject_id, l.class_id, l.by_choice, l.ended_on::text as ended_on
       from lessons l
       join classes c using (class_id)
      where c.academic_year_id = $academicYearId
      order by l.lesson_id`,
    params,
    t,
  );
}

export type ImportedClassTeacher = Pick<ClassTeacher, "class_id" | "employee_id" | "is_lead">;

/** Lists the form teachers and co-teachers of a year's classes who have no last day. */
export function listClassTeachersToImport(
  params: { academicYearId: number },
  t: ReadTransaction,
): Promise<ImportedClassTeacher[]> {
  return queryRows<ImportedClassTeacher>(
    `select h.class_id, h.employee_id, h.is_lead
       from class_teachers h
       join classes c using (class_id)
      where c.academic_year_id = $academicYearId and h.to_date is null
      order by h.class_teacher_id`,
    params,
    t,
  );
}

export type FormClassAssessment = Pick<FormClass, "form_level"> &
  Pick<SchoolClass, "form_class_id" | "course_work_only" | "assessment_type">;

/**
 * Lists the form classes, each with how its latest class was assessed. A form class without a class has the
 * assessment of the latest class of its level.
 */
export function listFormClassAssessments(t: ReadTransaction): Promise<FormClassAssessment[]> {
  return queryRows<FormClassAssessment>(
    `select f.form_class_id, f.form_level, coalesce(c.course_work_only, false) as course_work_only, c.assessment_type
       from form_classes f
       left join lateral (select c.course_work_only, c.assessment_type
                            from classes c join form_classes o using (form_class_id)
                           where o.form_level = f.form_level
                           order by c.form_class_id = f.form_class_id desc, c.academic_year_id desc, c.class_id desc
                           limit 1) c on true
      order by f.position, f.form_class_id`,
    {},
    t,
  );
}

export async function hasSchoolYear(academicYearId: number, t: ReadTransaction): Promise<boolean> {
  const found = await queryRow<{ has: boolean }>(
    "select exists (select from academic_years where academic_year_id = $academicYearId) as has order by has",
    { academicYearId },
    t,
  );
  return found?.has ?? false;
}
