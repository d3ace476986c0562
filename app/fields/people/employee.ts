import { subtractYears } from "#domain/dates.ts";
import {
  EARLIEST_PICKER_DATE,
  GENDERS,
  MARITAL_STATUSES,
  EMPLOYEE_TITLES,
  type EmployeeTab,
} from "#domain/people/employees.ts";
import { tickBoxField, lookUpField, fixedChoiceField } from "../choices.ts";
import type { FieldKind } from "../kind.ts";
import { mapFieldsByName, type RecordField, type RecordFields } from "../record.ts";
import { codeField, dayField, emailField, personNameField, phoneField, textField } from "../texts.ts";

/** The maximum numbers of characters. LONGEST_NAME is above any real name. */
const LONGEST_NAME = 60;
const LONGEST_NUMBER = 20;
const LONGEST_ADDRESS = 160;
const LONGEST_KIN = 80;
const LONGEST_DETAIL = 200;

/** The last day is later than any real date in these fields. A date of entry may be in the future. */
const LATEST_DAY = "2099-12-31";

/** The form for a new employee uses this field too. */
export const PERSON_NAME_FIELD = personNameField({ longest: LONGEST_NAME });
const day = dayField({ from: EARLIEST_PICKER_DATE, to: LATEST_DAY });

const GENDER_WORDS = new Map([
  ["f", "F"],
  ["female", "F"],
  ["girl", "F"],
  ["m", "M"],
  ["male", "M"],
  ["boy", "M"],
]);

/** Accepts `M` as well as `Male`, because profiles use the words, lists use the letters, and spreadsheets use both. */
export function withGenderWords(kind: FieldKind): FieldKind {
  return { ...kind, posted: (text) => GENDER_WORDS.get(text.trim().toLowerCase()) ?? kind.posted(text) };
}

/** The fields of the tab Personal Information. */
const PERSONAL = [
  { name: "title", title: "Title", kind: fixedChoiceField(EMPLOYEE_TITLES, "choose Mr., Mrs. or Ms.") },
  { name: "first_name", title: "First Name", kind: PERSON_NAME_FIELD, required: true },
  { name: "last_name", title: "Last Name", kind: PERSON_NAME_FIELD, required: true },
  { name: "other_name", title: "Other Name", kind: PERSON_NAME_FIELD },
  {
    name: "gender",
    title: "Gender",
    kind: withGenderWords(lookUpField(new Map(Object.entries(GENDERS)), "choose M or F")),
  },
  { name: "date_of_birth", title: "Date of Birth", kind: day },
  {
    name: "marital_status",
    title: "Marital Status",
    kind: fixedChoiceField(MARITAL_STATUSES, `choose one of ${MARITAL_STATUSES.join(", ")}`),
  },
  { name: "phone_mobile", title: "Phone (Mobile)", kind: phoneField },
  { name: "phone_home", title: "Phone (Home)", kind: phoneField },
  { name: "address_home", title: "Home Address", kind: textField({ longest: LONGEST_ADDRESS }) },
  { name: "kin_name", title: "Next of Kin", kind: personNameField({ longest: LONGEST_KIN }) },
  { name: "kin_relation", title: "Next of Kin's Relation", kind: textField({ longest: LONGEST_KIN }) },
  { name: "kin_phone", title: "Next of Kin's Phone", kind: phoneField },
] as const satisfies readonly RecordField[];

export const PERSONAL_COLUMNS = PERSONAL.map(({ name: column }) => column);

/** The parts of a person's name. Only people who manage employees may change their own name. */
const CALLED: readonly string[] = ["title", "first_name", "last_name"];
const BY_THE_OFFICE = "only the school office can change this";

/** The age from which people may work full time in Trinidad and Tobago. */
const YOUNGEST_EMPLOYEE = 16;

function personalFields({ today, isNameClosed }: RulesOf<"personal">): RecordFields {
  const born = dayField({
    from: EARLIEST_PICKER_DATE,
    to: subtractYears(today, YOUNGEST_EMPLOYEE),
    isBirth: true,
  });
  const closed = isNameClosed ? BY_THE_OFFICE : null;
  return mapFieldsByName(
    PERSONAL.map((field) => {
      if (CALLED.includes(field.name)) return { ...field, closed };
      return field.name === "date_of_birth" ? { ...field, kind: born } : field;
    }),
  );
}

/** The fields of the tab Employment Information, without those for the school's classes and subjects. */
const EMPLOYMENT = [
  { name: "teacher_number", title: "Teacher Number", kind: codeField({ longest: LONGEST_NUMBER }) },
  { name: "ihris_id", title: "iHRIS ID", kind: codeField({ longest: LONGEST_NUMBER }) },
  { name: "department", title: "Department", kind: textField({ longest: LONGEST_NAME }) },
  { name: "email_moe", title: "Email (MOE)", kind: emailField },
  { name: "assumption_date_school", title: "Assumption Date (School)", kind: day },
  { name: "entry_date_public_service", title: "Entry Date (Public Service)", kind: day },
  { name: "entry_date_teaching_service", title: "Entry Date (Teaching Service)", kind: day },
  { name: "substantive_post_id", title: "Substantive Post", kind: post(new Map()) },
  { name: "assumption_date_substantive", title: "Assumption Date (Substantive)", kind: day },
  { name: "acting_post_id", title: "Acting Post", kind: post(new Map()) },
  { name: "assumption_date_acting", title: "Assumption Date (Acting)", kind: day },
] as const satisfies readonly RecordField[];

export const EMPLOYMENT_COLUMNS = EMPLOYMENT.map(({ name: column }) => column);

/** The fields that API calls may read and write. None of them depends on the school's own lists. */
export const EMPLOYEE_PERSONAL_FIELDS: RecordFields = mapFieldsByName(PERSONAL);
export const EMPLOYMENT_FIELDS: RecordFields = mapFieldsByName(EMPLOYMENT);

function post(posts: ReadonlyMap<number, string>): FieldKind {
  return lookUpField(posts, "choose a post on the Ministry’s list");
}

/**
 * A list of the school's entries. A record has one field per entry, so that two people can change different entries.
 */
export type EmployeeRecordList = "form_classes" | "subjects" | "qualifications";

type ListEntry = { id: string | number; title: string; kind: FieldKind };

const PREFIXES: Record<EmployeeRecordList, string> = {
  form_classes: "class_",
  subjects: "subject_",
  qualifications: "qualification_",
};

/** Names the field of one entry. Spaces are replaced, because an id in HTML cannot contain any: `class_Std_4`. */
export function formatListEntryField(list: EmployeeRecordList, id: string | number): string {
  return `${PREFIXES[list]}${String(id).replaceAll(" ", "_")}`;
}

function entryFields(list: EmployeeRecordList, entries: readonly ListEntry[]): RecordField[] {
  return entries.map(({ id, title, kind }) => ({ name: formatListEntryField(list, id), title, kind }));
}

/** The data from which the fields of a tab are built. The page and the server build the same fields. */
export type EmployeeTabInput =
  | {
      tab: "personal";
      /** Today in the school's time zone. */
      today: string;
      /** True when the person may not change their own name, because they do not manage employees. */
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
      /** A qualification with `details` is a text field labelled with `detail`; all others are tick boxes. */
      qualifications: readonly {
        qualification_id: number;
        title: string;
        details: boolean;
        detail: string;
      }[];
    };

type RulesOf<Tab extends EmployeeTab> = Extract<EmployeeTabInput, { tab: Tab }>;

export function employeeTabFields(rules: EmployeeTabInput): RecordFields {
  if (rules.tab === "personal") return personalFields(rules);
  return rules.tab === "employment" ? employmentFields(rules) : qualificationFields(rules);
}

/** Builds the employment tab. Teacher Class and Subjects Taught have a tick box for each class and subject. */
function employmentFields({ posts, formClasses, subjects }: RulesOf<"employment">): RecordFields {
  const kind = post(new Map(posts.map(({ employee_post_id, post: called }) => [employee_post_id, called])));
  const classes = formClasses.map(({ form_class_id: id }) => ({ id, title: id, kind: tickBoxField }));
  const taught = subjects.map(({ subject_id: id, title }) => ({ id, title, kind: tickBoxField }));
  return mapFieldsByName([
    ...EMPLOYMENT.map((field) => (field.name.endsWith("_post_id") ? { ...field, kind } : field)),
    ...entryFields("form_classes", classes),
    ...entryFields("subjects", taught),
  ]);
}

function qualificationFields({ qualifications }: RulesOf<"qualifications">): RecordFields {
  const words = textField({ longest: LONGEST_DETAIL });
  const entries = qualifications.map(({ qualification_id: id, title, details }) => ({
    id,
    title,
    kind: details ? words : tickBoxField,
  }));
  return mapFieldsByName(entryFields("qualifications", entries));
}
