import {
  BLOOD_GROUPS,
  DEVICE_TYPES,
  FAMILY_MARITAL_STATUSES,
  LIVES_WITH,
  SAME_AS,
  type FollowedParent,
  type Relationship,
} from "#domain/people/students.ts";
import { flag, lookUpField, fixedChoiceField, radiosOrBlank } from "../choices.ts";
import type { FieldKind } from "../kind.ts";
import { recordFields, type RecordField, type RecordFields } from "../record.ts";
import type { FieldValue, Values } from "../value.ts";
import { codeField, email, personNameField, phone, textField } from "../texts.ts";

/** The maximum numbers of characters. The first one is longer than any name of a person, town or school. */
const LONGEST_NAME = 80;
const LONGEST_ADDRESS = 160;
const LONGEST_NUMBER = 20;
const LONGEST_DETAIL = 600;

/** The parents who can also be the guardian or emergency contact, in the order of the buttons. */
const PARENTS: readonly FollowedParent[] = [2, 1];
const RELATIONS: Readonly<Record<FollowedParent, string>> = { 1: "Father", 2: "Mother" };
const GUARDIAN: Relationship = 3;

const name = textField({ longest: LONGEST_NAME });
const address = textField({ longest: LONGEST_ADDRESS });
const detail = textField({ longest: LONGEST_DETAIL, lines: "several" });

/** The fields of the tab Personal Info. */
const PERSONAL = [
  { name: "address_home", title: "Home Address", kind: address },
  { name: "town", title: "Town", kind: name },
  { name: "country_of_birth", title: "Country of Birth", kind: name },
  { name: "nationality", title: "Nationality", kind: name },
  { name: "phone_mobile", title: "Phone (Mobile)", kind: phone },
  { name: "email", title: "Email", kind: email },
  { name: "ethnic_group_id", title: "Ethnic Group", kind: groupOf([]) },
  { name: "religion_id", title: "Religion", kind: groupOf([]) },
  { name: "previous_school", title: "Previous School", kind: name },
  {
    name: "blood_group",
    title: "Blood Group",
    kind: fixedChoiceField(BLOOD_GROUPS, "choose a blood group on the list"),
  },
  {
    name: "device_type",
    title: "Device Type",
    kind: fixedChoiceField(DEVICE_TYPES, "choose a device on the list"),
  },
  { name: "internet_access", title: "Internet Access", kind: flag },
  { name: "school_feeding", title: "School Feeding", kind: flag },
] as const satisfies readonly RecordField[];

const IMMUNIZATIONS = [
  { name: "chicken_pox", title: "Chicken pox", kind: flag },
  { name: "diphtheria", title: "Diphtheria", kind: flag },
  { name: "hepatitis", title: "Hepatitis", kind: flag },
  { name: "measles", title: "Measles", kind: flag },
  { name: "polio", title: "Polio", kind: flag },
  { name: "rheumatic_fever", title: "Rheumatic fever", kind: flag },
  { name: "tetanus", title: "Tetanus", kind: flag },
  { name: "typhoid", title: "Typhoid", kind: flag },
  { name: "yellow_fever", title: "Yellow fever", kind: flag },
] as const satisfies readonly RecordField[];

const CONDITIONS = [
  { name: "asthma", title: "Asthma", kind: flag },
  { name: "diabetes", title: "Diabetes", kind: flag },
  { name: "epilepsy", title: "Epilepsy", kind: flag },
  { name: "poor_eyesight", title: "Poor eyesight", kind: flag },
  { name: "poor_hearing", title: "Poor hearing", kind: flag },
  { name: "tb", title: "TB", kind: flag },
] as const satisfies readonly RecordField[];

/** The fields of the tab Medical Info, in the order of the page. */
const MEDICAL = [
  ...IMMUNIZATIONS,
  ...CONDITIONS,
  { name: "allergies", title: "Allergies", kind: detail },
  { name: "other", title: "Other Health Conditions", kind: detail },
] as const satisfies readonly RecordField[];

export const IMMUNIZATION_FIELDS = IMMUNIZATIONS.map(({ name: field }) => field);
export const CONDITION_FIELDS = CONDITIONS.map(({ name: field }) => field);

/** The fields of one person on the tab Family Info, with names and phones first. */
const FAMILY = [
  { name: "name", title: "Name", kind: personNameField({ longest: LONGEST_NAME }) },
  { name: "relation", title: "Relation", kind: name },
  {
    name: "marital_status",
    title: "Marital Status",
    kind: fixedChoiceField(FAMILY_MARITAL_STATUSES, `choose one of ${FAMILY_MARITAL_STATUSES.join(", ")}`),
  },
  { name: "id_card", title: "ID Card", kind: codeField({ longest: LONGEST_NUMBER }) },
  { name: "phone_mobile", title: "Phone (Mobile)", kind: phone },
  { name: "phone_work", title: "Phone (Work)", kind: phone },
  { name: "phone_home", title: "Phone (Home)", kind: phone },
  { name: "email", title: "Email", kind: email },
  { name: "address_home", title: "Home Address", kind: address },
  { name: "occupation", title: "Occupation", kind: name },
  { name: "employer", title: "Employer", kind: name },
  { name: "address_work", title: "Work Address", kind: address },
  {
    name: "same_as",
    title: "Same As",
    kind: radiosOrBlank(new Map(PARENTS.map((parent) => [parent, SAME_AS[parent]])), {
      blank: "Somebody else",
      reason: "choose Same as mother, Same as father or Somebody else",
    }),
  },
  { name: "phone_second", title: "Second Number", kind: phone },
  { name: "whatsapp", title: "WhatsApp", kind: flag },
] as const satisfies readonly RecordField[];

export const FAMILY_PHONES = ["phone_mobile", "phone_work", "phone_home", "phone_second"] as const;

/** The fields of an emergency contact. Parents and guardians have all fields except the relation. */
const EMERGENCY_FIELDS: readonly string[] = ["name", "relation", ...FAMILY_PHONES, "same_as", "whatsapp"];
const EMERGENCY_CONTACT: Relationship = 4;

/** The fields of a relative who is also a parent. All other details are those of the parent. */
const OWN_FIELDS: readonly string[] = ["same_as", "phone_second"];

/** The fields of the tab Family Info that belong to no relative. */
const HOME = [
  {
    name: "lives_with",
    title: "Lives With",
    kind: fixedChoiceField(LIVES_WITH, "choose an entry on the list"),
  },
  { name: "court_order", title: "Custody or Court Order", kind: flag },
  { name: "court_order_details", title: "Details of the Order", kind: detail },
] as const satisfies readonly RecordField[];

/** The row of the home on the Family tab. The other rows are numbered by relationship, from 1 to 4. */
export const HOME_ROW = 5;

/** The tabs on which each field is saved on its own. */
export const FIELD_TABS = ["personal", "medical", "family"] as const;
export type FieldTab = (typeof FIELD_TABS)[number];

/** The records of these tabs. Each has its own database table. The home is a part of the Family tab. */
export const FIELD_RECORDS = [...FIELD_TABS, "home"] as const;
export type FieldRecord = (typeof FIELD_RECORDS)[number];

export function isFieldTab(tab: unknown): tab is FieldTab {
  return FIELD_TABS.some((item) => item === tab);
}

const RECORDS: Readonly<Record<FieldRecord, readonly RecordField[]>> = {
  personal: PERSONAL,
  medical: MEDICAL,
  family: FAMILY,
  home: HOME,
};

/** The fields of each record, without the school's own lists. Each has a database column of the same name. */
export const TAB_FIELDS: Readonly<Record<FieldRecord, RecordFields>> = {
  personal: recordFields(PERSONAL),
  medical: recordFields(MEDICAL),
  family: recordFields(FAMILY),
  home: recordFields(HOME),
};

export type StudentGroupEntry = { id: number; grouping: string };

export type StudentTabInput = {
  tab: FieldRecord;
  /** The school's own lists. They are empty when the tab has no field with them. */
  ethnicGroups: readonly StudentGroupEntry[];
  religions: readonly StudentGroupEntry[];
};

/** Defines the fields of a tab. @param relationship the person on the Family tab; undefined for all of them */
export function studentTabFields(
  { tab, ethnicGroups, religions }: StudentTabInput,
  relationship?: Relationship,
): RecordFields {
  const kinds: Record<string, FieldKind> = {
    ethnic_group_id: groupOf(ethnicGroups),
    religion_id: groupOf(religions),
  };
  const fields = RECORDS[tab].filter(({ name: field }) => tab !== "family" || isAsked(field, relationship));
  return recordFields(fields.map((field) => ({ ...field, kind: kinds[field.name] ?? field.kind })));
}

function isAsked(field: string, relationship: Relationship | undefined): boolean {
  if (relationship === undefined) return true;
  if (relationship === EMERGENCY_CONTACT) return EMERGENCY_FIELDS.includes(field);
  return field !== "relation" && (field !== "same_as" || relationship === GUARDIAN);
}

/** Returns the parent who is also this relative, or null when the relative is another person. */
export function followedParent({ same_as: sameAs = null }: Values): FollowedParent | null {
  return PARENTS.find((parent) => parent === sameAs) ?? null;
}

/** Tells whether a relative who is also a parent has the parent's value in this field. */
export function isFollowed(field: string): boolean {
  return !OWN_FIELDS.includes(field);
}

/**
 * Returns a relative's details as pages show them: those of the parent if the relative is also a parent.
 * @param parent the values of that parent
 */
export function followedValues(fields: RecordFields, own: Values, parent: Values): Values {
  const relative = followedParent(own);
  if (relative === null) return own;
  const followed = [...fields.keys()].filter(isFollowed).map((name): [string, FieldValue] => {
    return [name, name === "relation" ? RELATIONS[relative] : (parent[name] ?? null)];
  });
  return { ...own, ...Object.fromEntries(followed) };
}

function groupOf(groups: readonly StudentGroupEntry[]): FieldKind {
  return lookUpField(
    new Map(groups.map(({ id, grouping }) => [id, grouping])),
    "choose an entry on the school's list",
  );
}
