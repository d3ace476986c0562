import { queryRow, type ReadTransaction } from "../../index.ts";
import { MOST_CLASSES_LISTED } from "#domain/list/levels.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import {
  CURRENT_TERM_SQL,
  DAY_OF_CURRENT_TERM_SQL,
  isAssignedOnSql,
  isClassInScopeSql,
  plainLettersSql,
  type QueryScope,
} from "../parts.ts";

/** Selects the students of a list: students in scope who have one of these statuses and match every word. */
export type StudentSearch = QueryScope & {
  statusIds: readonly number[];
  /** Parts of a name, ID, PIN, class or teacher that must all match (`splitSearch`). Empty to match everybody. */
  words: readonly string[];
  classId?: number | null;
  formLevel?: number | null;
  houseId?: number | null;
  missing?: MissingFromRegistration | null;
  /** Finds only the students selected in this session; null or missing for all students. */
  selectedIn?: number | null;
};

/** SQL conditions: the student `s` lacks a part of the registration. */
const MISSING = {
  certificate: lacksDocumentSql("Birth Certificate"),
  card: lacksDocumentSql("Immunization Card"),
  phone: `not exists (select 1 from family_contacts f
                     where f.student_key = s.id
                       and num_nonnulls(f.phone_mobile, f.phone_home, f.phone_work, f.phone_second) > 0)`,
  picture: "s.picture is null",
  // Every student has a PIN, so the office types a word such as 'pending' until the family brings the certificate.
  pin: "s.birth_certificate_pin !~ '[0-9]'",
};
export type MissingFromRegistration = keyof typeof MISSING;

/** SQL condition: no relative of the student `s` has a phone number. */
export const LACKS_PHONE = MISSING.phone;

function lacksDocumentSql(kind: StudentDocumentKind): string {
  return `not exists (select 1 from student_documents d where d.student_key = s.id and d.description = '${kind}')`;
}

/** The search without words and filters: everybody in scope with these statuses. */
export function withoutSearchFilters({ all, employeeId, statusIds }: StudentSearch): StudentSearch {
  return { all, employeeId, statusIds, words: [] };
}

/** The order of a list. Each key orders students who are equal by those before it; the name comes last. */
export type StudentOrder = readonly { key: StudentSortKey; descending: boolean }[];
export type StudentSortKey = keyof typeof ORDERS;

/** The orders of the list, all with an index. Missing values come last in both directions. */
const ORDERS = {
  id: { columns: ["s.student_id collate names"] },
  name: { columns: ["s.last_name collate names", "s.first_name collate names"] },
  class: { columns: ["c.class_place"], orNull: true, ofClass: "class_place" },
  teacher: { columns: ["c.teacher_place"], orNull: true, ofClass: "teacher_place" },
  gender: { columns: ["s.gender"], orNull: true },
  pin: { columns: ["lower(s.birth_certificate_pin)"] },
  status: { columns: ["s.student_status_id"] },
  since: { columns: ["s.status_since"], orNull: true },
} satisfies Record<string, Order>;

type Order = { columns: readonly string[]; orNull?: boolean; ofClass?: ClassColumn };

const ordersOf = (order: StudentOrder) =>
  order.map(({ key, descending }) => ({ ...(ORDERS[key] as Order), descending }));

const CLASS_COLUMNS = {
  class_place: "row_number() over (order by f.position, c.label collate names)::integer",
  teacher_place:
    "row_number() over (order by h.lead collate names, f.position, c.label collate names)::integer",
  form_level: "f.form_level",
  search_text: plainLettersSql("' ' || c.label || ' ' || coalesce(h.names, '')"),
};
type ClassColumn = keyof typeof CLASS_COLUMNS;
const NEEDS_TEACHERS = new Set<ClassColumn>(["teacher_place", "search_text"]);

const LED = `
         left join (select h.class_id, string_agg(e.first_name || ' ' || e.last_name, ' ') as names,
                           (array_agg(e.last_name || ' ' || e.first_name order by h.is_lead desc, e.last_name collate names))[1] as lead
                      from class_teachers h
                      join employees e using (employee_id)
                     where ${isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL)}
                     group by h.class_id) h using (class_id)`;

/** SQL: the classes of the current year in scope. */
function heldWith(columns: readonly ClassColumn[]): string {
  return `held as materialized (
       select c.class_id${columns.map((column) => `, ${CLASS_COLUMNS[column]} as ${column}`).join("")}
         from schools o
         join academic_terms y on y.academic_term_id = o.current_term_id
         join classes c using (academic_year_id)
         join form_classes f using (form_class_id)
         ${columns.some((column) => NEEDS_TEACHERS.has(column)) ? LED : ""}
        where ${isClassInScopeSql("c", CURRENT_TERM_SQL)})`;
}

/** SQL: the registrations `r` of the current term. */
export const CURRENT_REGISTRATIONS_SQL =
  "registrations r on r.academic_term_id = (select current_term_id from schools)";

/** SQL: the ids of a student's documents by description. */
export const STUDENT_DOCUMENT_IDS_SQL = `coalesce((select jsonb_object_agg(d.description, d.student_document_id)
                       from student_documents d
                      where d.student_key = s.id), '{}')`;

/** Builds the parts of a query for matching students, for both a page of the list and a student's neighbours. */
export function buildStudentQuery({ order, ...params }: StudentSearch & { order: StudentOrder }) {
  const ofClass = ordersOf(order).flatMap((item) => item.ofClass ?? []);
  const filters = filterConditions(params);
  const isByClass = !params.all || ofClass.length > 0 || params.classId != null || params.formLevel != null;
  const columns: ClassColumn[] = params.formLevel == null ? ofClass : [...ofClass, "form_level"];
  const words = params.words.map((word, index) => ({ name: `word${index}`, word }));
  const patterns = words.map(({ name, word }): [string, string] => [name, `%${literal(word)}%`]);
  const isNarrowed = !params.all || params.words.length > 0 || filters.length > 0;
  const [first] = ordersOf(order);
  return {
    /** Without a search and filters, all students with these statuses match. */
    isNarrowed,
    held: heldWith(params.words.every(isIndexed) ? columns : [...columns, "search_text"]),
    from: isByClass
      ? `students s left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id left join held c using (class_id)`
      : "students s",
    /** A faster `from` clause for all students in the order of classes. It reads one class after another. */
    fromInOrder: !isNarrowed && first?.ofClass ? classByClass(ofClass, orderOf(first)) : null,
    where: [
      "s.student_status_id = any ($statusIds::smallint[])",
      ...(params.all ? [] : ["c.class_id is not null"]),
      ...filters,
      ...words.map(({ name, word }) => isFoundBy(`$${name}`, word)),
    ].join(" and "),
    orderBy: orderBy(order),
    bound: { ...params, ...Object.fromEntries(patterns) },
  };
}

function filterConditions({ classId, formLevel, houseId, missing, selectedIn }: StudentSearch): string[] {
  return [
    ...(classId == null ? [] : ["c.class_id = $classId::integer"]),
    ...(formLevel == null ? [] : ["c.form_level = $formLevel::integer"]),
    ...(houseId == null ? [] : ["s.house_id = $houseId::integer"]),
    ...(missing == null ? [] : [MISSING[missing]]),
    ...(selectedIn == null
      ? []
      : ["s.id in (select z.student_key from student_selections z where z.session_id = $selectedIn)"]),
  ];
}

/** Escapes the wildcards of LIKE, so that they are searched literally. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

/** SQL condition: the word is in the student's text or in the class's text. The class's students are looked up once. */
function isFoundBy(pattern: string, word: string): string {
  if (!isIndexed(word))
    return `(s.search_text like ${pattern} or s.id in (
               select r.student_key from held k join ${CURRENT_REGISTRATIONS_SQL} and r.class_id = k.class_id
                where k.search_text like ${pattern}))`;
  return `s.id in (
             select w.id from students w where ${hasLettersSql("w.search_text", pattern)}
              union all
             select r.student_key
               from (select c.class_id from classes c where ${hasLettersSql(plainLettersSql("c.label"), pattern)}
                      union
                     select h.class_id
                       from employees e
                       join class_teachers h using (employee_id)
                      where ${hasLettersSql(plainLettersSql("e.first_name || ' ' || e.last_name"), pattern)}
                        and ${isAssignedOnSql(DAY_OF_CURRENT_TERM_SQL)}) k
               join held using (class_id)
               join ${CURRENT_REGISTRATIONS_SQL} and r.class_id = k.class_id)`;
}

/** Tells whether the word can be looked up in the indexes of all parts of three letters. */
function isIndexed(word: string): boolean {
  return [...word].length >= 3 && literal(word) === word;
}

function hasLettersSql(text: string, pattern: string): string {
  return `letter_triples(${text}) @> letter_triples(btrim(${pattern}, '%')) and ${text} like ${pattern}`;
}

/**
 * SQL that reads the classes in order, and then the students without a class. A page needs only the first few
 * classes.
 */
function classByClass(columns: readonly ClassColumn[], order: string): string {
  return `(select c.* from (select * from held union all select null${", null".repeat(columns.length)}) c
            order by ${order}) c
      cross join lateral (
        select s.* from students s join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id where r.class_id = c.class_id
         union all
        select s.* from students s
         where c.class_id is null
           and s.id not in (select r.student_key from held h join ${CURRENT_REGISTRATIONS_SQL} and r.class_id = h.class_id)) s`;
}

function orderBy(order: StudentOrder): string {
  const params = ordersOf(order).map(orderOf);
  const byName = order.some(({ key }) => key === "name") ? [] : ORDERS.name.columns;
  return [...params, ...byName, "s.id"].join(", ");
}

function orderOf({ columns, orNull, descending }: Order & { descending: boolean }): string {
  return columns
    .map((column) => `${column}${descending ? " desc" : ""}${orNull ? " nulls last" : ""}`)
    .join(", ");
}

export type StudentFilterOptions = {
  classes: { class_id: number; label: string }[];
  levels: { form_level: number; group_title: string }[];
  houses: { house_id: number; house: string }[];
};

type ChoicesAsked = QueryScope & { classId: number | null; formLevel: number | null };

/**
 * Lists what a list of students can be filtered by: this year's classes in scope, their levels, and the houses. If
 * there are too many classes, only the classes of the chosen level are listed.
 */
export async function findStudentFilterOptions(
  params: ChoicesAsked,
  t: ReadTransaction,
): Promise<StudentFilterOptions> {
  const found = await queryRow<StudentFilterOptions>(
    `with ${heldWith(["class_place", "form_level"])}
     select coalesce((select jsonb_agg(jsonb_build_object('class_id', c.class_id, 'label', c.label) order by h.class_place)
                        from held h
                        join classes c using (class_id)
                       where (select count(*) from held) <= ${MOST_CLASSES_LISTED}
                          or h.form_level = $formLevel::integer or h.class_id = $classId::integer), '[]') as classes,
            coalesce((select jsonb_agg(jsonb_build_object('form_level', l.form_level, 'group_title', l.group_title) order by l.place)
                        from (select f.form_level, min(f.group_title) as group_title, min(f.position) as place
                                from form_classes f
                               where f.form_level in (select form_level from held)
                               group by f.form_level) l), '[]') as levels,
            coalesce((select jsonb_agg(jsonb_build_object('house_id', g.house_id, 'house', g.house) order by g.house collate names)
                        from houses g), '[]') as houses`,
    params,
    t,
  );
  return found ?? { classes: [], levels: [], houses: [] };
}
