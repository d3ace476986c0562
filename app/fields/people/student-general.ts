import { EARLIEST_PICKER_DATE } from "#domain/people/employees.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { choiceField, lookUpField } from "../choices.ts";
import { mapFieldsByName, type AtomicGroups, type RecordField, type RecordFields } from "../record.ts";
import { codeField, dayField } from "../texts.ts";
import type { FieldValue, FieldValues } from "../value.ts";
import { PERSON_NAME_FIELD, withGenderWords } from "./employee.ts";

const LONGEST_PIN = 20;
const LONGEST_SERIAL_NUMBER = 20;
const LONGEST_STUDENT_ID = 20;

/** A class of the current year in which a student can be registered. */
export type RegistrationClassOption = { class_id: number; form_class_id: string; teachers: string };

/** The data from which the fields of the General tab are built. The page and the server build the same fields. */
export type GeneralTabInput = {
  flavour: SchoolFlavour;
  today: string;
  /** The latest date of entry that is accepted for a student added today. */
  lastEntry: string;
  houses: readonly { house_id: number; house: string }[];
  classes: readonly RegistrationClassOption[];
  isSerialLocked: boolean;
  /** True when the student has an ID, which only administrators may change. */
  isIdClosed: boolean;
};

/** The public student ID: letters, digits and separators. */
const STUDENT_ID = { ...codeField({ longest: LONGEST_STUDENT_ID }), refuse: studentIdFault };

const until = (last: string) => dayField({ from: EARLIEST_PICKER_DATE, to: last });
const born = (last: string) => dayField({ from: EARLIEST_PICKER_DATE, to: last, isBirth: true });
const gender = withGenderWords(
  choiceField({ control: "radios", values: ["F", "M"], reason: "choose F or M" }),
);
const anyHouse = lookUpField(new Map(), "choose a house of the school");
const anyClass = lookUpField(new Map(), "choose a class of this year");
const ANY_DAY = until("2099-12-31");

/** The fields of the tab General Info. Each has a database column of the same name. */
const GENERAL = [
  { name: "first_name", title: "First Name", kind: PERSON_NAME_FIELD, required: true },
  { name: "last_name", title: "Last Name", kind: PERSON_NAME_FIELD, required: true },
  { name: "other_name", title: "Other Name", kind: PERSON_NAME_FIELD },
  { name: "date_of_birth", title: "Date of Birth", kind: ANY_DAY },
  {
    name: "birth_certificate_pin",
    title: "Birth Certificate Pin",
    kind: codeField({ longest: LONGEST_PIN }),
    required: true,
  },
  { name: "gender", title: "Gender", kind: gender },
  { name: "house_id", title: "House", kind: anyHouse },
  { name: "entry_date", title: "Entry Date", kind: ANY_DAY },
  { name: "serial_number", title: "Serial Number", kind: serialNumber() },
  { name: "student_id", title: "Student ID", kind: STUDENT_ID, required: true },
] as const satisfies readonly RecordField[];

export const GENERAL_COLUMNS = GENERAL.map(({ name: column }) => column);

/** The fields of a student's class. People know the class itself by its teachers, and the form class by its name. */
const CLASS = [
  { name: "form_class_id", title: "Class", kind: anyClass },
  { name: "class_id", title: "Teachers", kind: anyClass },
] as const satisfies readonly RecordField[];

/** Both fields of the class are saved together. */
export const CLASS_FIELD_GROUP: AtomicGroups = [CLASS.map(({ name }) => name)];

/** The fields that API calls may read and write, which do not depend on the school's own lists. */
export const GENERAL_FIELDS: RecordFields = mapFieldsByName([...GENERAL, ...CLASS]);

/** Defines the fields. @param chosen the form class whose classes are offered; undefined offers all classes */
export function generalFields(rules: GeneralTabInput, chosen?: FieldValue): RecordFields {
  const kinds: Partial<Record<string, Partial<RecordField>>> = {
    date_of_birth: { kind: born(rules.today) },
    entry_date: { kind: until(rules.lastEntry) },
    house_id: {
      kind: lookUpField(
        new Map(rules.houses.map((house) => [house.house_id, house.house])),
        "choose a house of the school",
      ),
    },
    student_id: { closed: rules.isIdClosed ? "only an administrator can change this" : null },
    serial_number: {
      closed: rules.isSerialLocked ? "this is locked: only an administrator can unlock it" : null,
    },
    form_class_id: {
      kind: lookUpField(new Map(formClassesOf(rules).map((id) => [id, id])), "choose a class of this year"),
    },
    class_id: {
      kind: lookUpField(classWords(rules, chosen), "choose a class of this year"),
      closed: rules.flavour === "secondary" ? "this is set by the class" : null,
      // The classes of a form class are distinguished by their teachers.
      required: chosen !== undefined && classWords(rules, chosen).size > 1,
    },
  };
  return mapFieldsByName([...GENERAL, ...CLASS].map((field) => ({ ...field, ...kinds[field.name] })));
}

function formClassesOf({ classes }: Pick<GeneralTabInput, "classes">): string[] {
  return [...new Set(classes.map(({ form_class_id }) => form_class_id))];
}

/** Returns the class of a form class that has only one, so that nobody needs to choose. Otherwise returns null. */
export function findOnlyClass(
  { classes }: Pick<GeneralTabInput, "classes">,
  formClassId: FieldValue,
): number | null {
  const [only, ...others] = classes.filter(({ form_class_id }) => form_class_id === formClassId);
  return only && others.length === 0 ? only.class_id : null;
}

/** Fills in the form class that belongs to a class, or the only class that belongs to a form class. */
export function withClassFilledIn(rules: Pick<GeneralTabInput, "classes">, values: FieldValues): FieldValues {
  const { form_class_id = null, class_id = null } = values;
  if (form_class_id === null) return { ...values, class_id: null };
  const isOfForm = rules.classes.some(
    (item) => item.class_id === class_id && item.form_class_id === form_class_id,
  );
  return isOfForm ? values : { ...values, class_id: findOnlyClass(rules, form_class_id) };
}

/** Returns the labels of classes: the teachers, or `Std 4: D. Ramkissoon` while no form class is chosen. */
function classWords({ classes }: GeneralTabInput, chosen: FieldValue | undefined): Map<FieldValue, string> {
  const offered = classes.filter(({ form_class_id }) => chosen === undefined || form_class_id === chosen);
  return new Map(
    offered.map(({ class_id, form_class_id, teachers }) => [
      class_id,
      chosen === undefined ? `${form_class_id}: ${teachers}` : teachers,
    ]),
  );
}

/** A serial number must be unique. An empty one is stored as null, because several students may have no number. */
function serialNumber() {
  const kind = codeField({ longest: LONGEST_SERIAL_NUMBER });
  return { ...kind, toColumn: (value: FieldValue) => value };
}

const ID_CHARACTERS = /^[\p{L}\d](?:[\p{L}\d ./-]*[\p{L}\d])?$/u;

function studentIdFault(value: FieldValue): string | null {
  const any = codeField({ longest: LONGEST_STUDENT_ID });
  if (value === null) return null;
  return (
    any.refuse(value) ??
    (ID_CHARACTERS.test(String(value)) ? null : "use only letters, digits, - and / in an ID")
  );
}
