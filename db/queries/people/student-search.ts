import {
  CURRENT_TERM,
  DAY_OF_TERM,
  isAssignedOnSql,
  isClassInScopeSql,
  plainLettersSql,
  type Scope,
} from "../parts.ts";

/** Selects the students of a list: those in scope with one of these statuses who match every word. */
export type StudentSearch = Scope & {
  statusIds: readonly number[];
  /** Parts of a name, ID, PIN, class or teacher that must all match (`splitSearch`). Empty to match everybody. */
  words: readonly string[];
};

/** The order of a list. Each key orders the students who are equal by the keys before; the last key is the name. */
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
  search_text: plainLettersSql("' ' || c.label || ' ' || coalesce(h.names, '')"),
};
type ClassColumn = keyof typeof CLASS_COLUMNS;

const LED = `
         left join (select h.class_id, string_agg(e.first_name || ' ' || e.last_name, ' ') as names,
                           (array_agg(e.last_name || ' ' || e.first_name order by h.is_lead desc, e.last_name collate names))[1] as lead
                      from class_teachers h
                      join employees e using (employee_id)
                     where ${isAssignedOnSql(DAY_OF_TERM)}
                     group by h.class_id) h using (class_id)`;

/** SQL: the classes of the current year in scope. */
function heldWith(columns: readonly ClassColumn[]): string {
  return `held as materialized (
       select c.class_id${columns.map((column) => `, ${CLASS_COLUMNS[column]} as ${column}`).join("")}
         from schools o
         join academic_terms y on y.academic_term_id = o.current_term_id
         join classes c using (academic_year_id)
         join form_classes f using (form_class_id)
         ${columns.some((column) => column !== "class_place") ? LED : ""}
        where ${isClassInScopeSql("c", CURRENT_TERM)})`;
}

/** SQL: the registrations `r` of the current term. */
export const REGISTERED_NOW = "registrations r on r.academic_term_id = (select current_term_id from schools)";

/** SQL: the ids of a student's documents by description. */
export const DOCUMENT_IDS = `coalesce((select jsonb_object_agg(d.description, d.student_document_id)
                       from student_documents d
                      where d.student_key = s.id), '{}')`;

/** Builds the parts of a query for matching students, for both a page of the list and a student's neighbours. */
export function buildStudentQuery({ order, ...params }: StudentSearch & { order: StudentOrder }) {
  const ofClass = ordersOf(order).flatMap((item) => item.ofClass ?? []);
  const isByClass = !params.all || ofClass.length > 0;
  const patterns = params.words.map((word, index): [string, string] => [
    `word${index}`,
    `%${literal(word)}%`,
  ]);
  const isNarrowed = !params.all || params.words.length > 0;
  const [first] = ordersOf(order);
  return {
    /** False if there is no search, so that all students with these statuses match. */
    isNarrowed,
    held: heldWith(params.words.length > 0 ? [...ofClass, "search_text"] : ofClass),
    from: isByClass
      ? `students s left join ${REGISTERED_NOW} and r.student_key = s.id left join held c using (class_id)`
      : "students s",
    /** A faster `from` clause for all students in the order of classes. It reads one class after another. */
    fromInOrder: !isNarrowed && first?.ofClass ? classByClass(ofClass, orderOf(first)) : null,
    where: [
      "s.student_status_id = any ($statusIds::smallint[])",
      ...(params.all ? [] : ["c.class_id is not null"]),
      ...patterns.map(([name]) => isFoundBy(`$${name}`)),
    ].join(" and "),
    orderBy: orderBy(order),
    bound: { ...params, ...Object.fromEntries(patterns) },
  };
}

/** Escapes the wildcards of LIKE, so that they match themselves. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

/** SQL condition: the word is in the student's text or in the class's text. The class's students are looked up once. */
function isFoundBy(pattern: string): string {
  return `(s.search_text like ${pattern} or s.id in (
             select r.student_key from held k join ${REGISTERED_NOW} and r.class_id = k.class_id
              where k.search_text like ${pattern}))`;
}

/** SQL: reads the classes in order, then the students without a class. A page needs only the first few classes. */
function classByClass(columns: readonly ClassColumn[], order: string): string {
  return `(select c.* from (select * from held union all select null${", null".repeat(columns.length)}) c
            order by ${order}) c
      cross join lateral (
        select s.* from students s join ${REGISTERED_NOW} and r.student_key = s.id where r.class_id = c.class_id
         union all
        select s.* from students s
         where c.class_id is null
           and s.id not in (select r.student_key from held h join ${REGISTERED_NOW} and r.class_id = h.class_id)) s`;
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
