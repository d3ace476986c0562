import { yearsBefore } from "#domain/dates.ts";
import { EARLIEST_DAY, GENDERS, MARITAL_STATUSES, TITLES, type RecordTab } from "#domain/people/employees.ts";
import { flag, lookUp, oneOf } from "../choices.ts";
import type { FieldKind } from "../kind.ts";
import { recordFields, type RecordField, type RecordFields } from "../record.ts";
import { code, date, email, personName, text } from "../texts.ts";

/** Longer than any person's name. */
const LONGEST_NAME = 60;
const LONGEST_NUMBER = 20;
const LONGEST_DETAIL = 200;

/** Later than any day in these fields; a date of entry in the future is not an error. */
const LATEST_DAY = "2099-12-31";

/** The form for a new employee has the same rule. */
export const PERSON_NAME = personName({ longest: LONGEST_NAME });
const day = date({ from: EARLIEST_DAY, to: LATEST_DAY });

const GENDER_WORDS = new Map([
  ["f", "F"],
  ["female", "F"],
  ["girl", "F"],
  ["m", "M"],
  ["male", "M"],
  ["boy", "M"],
]);

/** Profiles say Male and Female, lists say M and F, and spreadsheets say either. */
export function readAsGender(kind: FieldKind): FieldKind {
  return { ...kind, posted: (text) => GENDER_WORDS.get(text.trim().toLowerCase()) ?? kind.posted(text) };
}

/** The tab Personal Information. */
const PERSONAL = [
  { name: "title", title: "Title", kind: oneOf(TITLES, "choose Mr., Mrs. or Ms.") },
  { name: "first_name", title: "First Name", kind: PERSON_NAME, required: true },
  { name: "last_name", title: "Last Name", kind: PERSON_NAME, required: true },
  { name: "other_name", title: "Other Name", kind: PERSON_NAME },
  {
    name: "gender",
    title: "Gender",
    kind: readAsGender(lookUp(new Map(Object.entries(GENDERS)), "choose M or F")),
  },
  { name: "date_of_birth", title: "Date of Birth", kind: day },
  {
    name: "marital_status",
    title: "Marital Status",
    kind: oneOf(MARITAL_STATUSES, `choose one of ${MARITAL_STATUSES.join(", ")}`),
  },
] as const satisfies readonly RecordField[];

export const PERSONAL_COLUMNS = PERSONAL.map(({ name: column }) => column);

/** The name that a colleague has on every card and in every list: nobody may take another's. */
const CALLED: readonly string[] = ["title", "first_name", "last_name"];
const BY_THE_OFFICE = "only the school office can change this";

/** The age at which people may work full time in Trinidad and Tobago. */
const YOUNGEST_EMPLOYEE = 16;

function personalFields({ today, isNameClosed }: RulesOf<"personal">): RecordFields {
  const born = date({ from: EARLIEST_DAY, to: yearsBefore(today, YOUNGEST_EMPLOYEE), isBirth: true });
  const closed = isNameClosed ? BY_THE_OFFICE : null;
  return recordFields(
    PERSONAL.map((field) => {
      if (CALLED.includes(field.name)) return { ...field, closed };
      return field.name === "date_of_birth" ? { ...field, kind: born } : field;
    }),
  );
}

/** The tab Employment Information, without the lists beside it. */
const EMPLOYMENT = [
  { name: "teacher_number", title: "Teacher Number", kind: code({ longest: LONGEST_NUMBER }) },
  { name: "ihris_id", title: "iHRIS ID", kind: code({ longest: LONGEST_NUMBER }) },
  { name: "department", title: "Department", kind: text({ longest: LONGEST_NAME }) },
  { name: "email_moe", title: "Email (MOE)", kind: email },
  { name: "assumption_date_school", title: "Assumption Date (School)", kind: day },
  { name: "entry_date_public_service", title: "Entry Date (Public Service)", kind: day },
  { name: "entry_date_teaching_service", title: "Entry Date (Teaching Service)", kind: day },
  { name: "substantive_post_id", title: "Substantive Post", kind: post(new Map()) },
  { name: "assumption_date_substantive", title: "Assumption Date (Substantive)", kind: day },
  { name: "acting_post_id", title: "Acting Post", kind: post(new Map()) },
  { name: "assumption_date_acting", title: "Assumption Date (Acting)", kind: day },
] as const satisfies readonly RecordField[];

export const EMPLOYMENT_COLUMNS = EMPLOYMENT.map(({ name: column }) => column);

/** The fields that calls may send and receive, whatever lists the school has. */
export const PERSONAL_FIELDS: RecordFields = recordFields(PERSONAL);
export const EMPLOYMENT_FIELDS: RecordFields = recordFields(EMPLOYMENT);

function post(posts: ReadonlyMap<number, string>): FieldKind {
  return lookUp(posts, "choose a post on the Ministry's list");
}

/** A list of the school of which a record has some entries: a field each, so that two people can change two. */
export type ListName = "form_classes" | "subjects" | "qualifications";

type ListEntry = { id: string | number; title: string; kind: FieldKind };

const PREFIXES: Record<ListName, string> = {
  form_classes: "class_",
  subjects: "subject_",
  qualifications: "qualification_",
};

/** Names the field of one entry. An id in HTML cannot contain a space, but a form class's may: `class_Std_4`. */
export function entryField(list: ListName, id: string | number): string {
  return `${PREFIXES[list]}${String(id).replaceAll(" ", "_")}`;
}

function entryFields(list: ListName, entries: readonly ListEntry[]): RecordField[] {
  return entries.map(({ id, title, kind }) => ({ name: entryField(list, id), title, kind }));
}

/** The rules for a tab's fields and values; page and server build the same fields from them. */
export type EmployeeTabInput =
  | {
      tab: "personal";
      /** Today in the school's time zone. */
      today: string;
      /** A person who does not manage employees may not change their own name. */
      isNameClosed: boolean;
    }
  | {
      tab: "employment";
      posts: readonly { employee_post_id: number; post: string }[];
      formClasses: readonly { form_class_id: string }[];
      subjects: readonly { subject_id: number; title: string }[];
    }
  | {
      tab: "qualifications";
      /** An entry with `details` is a text, and `detail` is its question; the others are tick boxes. */
      qualifications: readonly {
        qualification_id: number;
        title: string;
        details: boolean;
        detail: string;
      }[];
    };

type RulesOf<Tab extends RecordTab> = Extract<EmployeeTabInput, { tab: Tab }>;

export function tabFields(rules: EmployeeTabInput): RecordFields {
  if (rules.tab === "personal") return personalFields(rules);
  return rules.tab === "employment" ? employmentFields(rules) : qualificationFields(rules);
}

/** Teacher Class and Subjects Taught are a tick box per class and subject. */
function employmentFields({ posts, formClasses, subjects }: RulesOf<"employment">): RecordFields {
  const kind = post(new Map(posts.map(({ employee_post_id, post: called }) => [employee_post_id, called])));
  const classes = formClasses.map(({ form_class_id: id }) => ({ id, title: id, kind: flag }));
  const taught = subjects.map(({ subject_id: id, title }) => ({ id, title, kind: flag }));
  return recordFields([
    ...EMPLOYMENT.map((field) => (field.name.endsWith("_post_id") ? { ...field, kind } : field)),
    ...entryFields("form_classes", classes),
    ...entryFields("subjects", taught),
  ]);
}

function qualificationFields({ qualifications }: RulesOf<"qualifications">): RecordFields {
  const words = text({ longest: LONGEST_DETAIL });
  const entries = qualifications.map(({ qualification_id: id, title, details }) => ({
    id,
    title,
    kind: details ? words : flag,
  }));
  return recordFields(entryFields("qualifications", entries));
}
