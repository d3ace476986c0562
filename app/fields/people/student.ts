import {
  BLOOD_GROUPS,
  DEVICE_TYPES,
  FAMILY_MARITAL_STATUSES,
  LIVES_WITH_OPTIONS,
  SAME_AS_PARENT_LABELS,
  SEA_PLACEMENTS,
  type SameAsParentKey,
  type Relationship,
} from "#domain/people/students.ts";
import { tickBoxField, lookUpField, fixedChoiceField, optionalRadioField } from "../choices.ts";
import type { FieldKind } from "../kind.ts";
import { mapFieldsByName, type RecordField, type RecordFields } from "../record.ts";
import type { FieldValue, FieldValues } from "../value.ts";
import { decimalField } from "../numbers.ts";
import { codeField, emailField, personNameField, phoneField, textField } from "../texts.ts";

/** The maximum numbers of characters. LONGEST_NAME is above any name of a person, town or school. */
const LONGEST_NAME = 80;
const LONGEST_ADDRESS = 160;
const LONGEST_NUMBER = 20;
const LONGEST_DETAIL = 600;

/** Composite scores of the Secondary Entrance Assessment are below 300 and have up to three decimals. */
const SEA_SCORE = { most: 999, decimals: 3 };
/** The distance from home in kilometres. Trinidad is 130 km long. */
const DISTANCE = { most: 200, decimals: 1 };

/** The parents who can also be the guardian or emergency contact, in the order of the buttons. */
const PARENTS: readonly SameAsParentKey[] = [2, 1];
const RELATIONS: Readonly<Record<SameAsParentKey, string>> = { 1: "Father", 2: "Mother" };
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
  { name: "phone_mobile", title: "Phone (Mobile)", kind: phoneField },
  { name: "email", title: "Email", kind: emailField },
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
  { name: "internet_access", title: "Internet Access", kind: tickBoxField },
  { name: "school_feeding", title: "School Feeding", kind: tickBoxField },
  { name: "sea_number", title: "SEA Number", kind: codeField({ longest: LONGEST_NUMBER }) },
  { name: "sea_score", title: "SEA Score", kind: decimalField(SEA_SCORE) },
  {
    name: "sea_placement",
    title: "SEA Placement",
    kind: fixedChoiceField(SEA_PLACEMENTS, "choose a placement on the list"),
  },
  { name: "distance_km", title: "Distance to School (km)", kind: decimalField(DISTANCE) },
  { name: "transport", title: "Eligible for Transport", kind: tickBoxField },
  { name: "book_grant", title: "Book Grant", kind: tickBoxField },
] as const satisfies readonly RecordField[];

export const PERSONAL_TICK_BOX_FIELDS = PERSONAL.filter(({ kind }) => kind === tickBoxField);

export const IMMUNIZATIONS = [
  { name: "chicken_pox", title: "Chicken pox", kind: tickBoxField },
  { name: "diphtheria", title: "Diphtheria", kind: tickBoxField },
  { name: "hepatitis", title: "Hepatitis", kind: tickBoxField },
  { name: "measles", title: "Measles", kind: tickBoxField },
  { name: "polio", title: "Polio", kind: tickBoxField },
  { name: "rheumatic_fever", title: "Rheumatic fever", kind: tickBoxField },
  { name: "tetanus", title: "Tetanus", kind: tickBoxField },
  { name: "typhoid", title: "Typhoid", kind: tickBoxField },
  { name: "yellow_fever", title: "Yellow fever", kind: tickBoxField },
] as const satisfies readonly RecordField[];

export const HEALTH_CONDITIONS = [
  { name: "asthma", title: "Asthma", kind: tickBoxField },
  { name: "diabetes", title: "Diabetes", kind: tickBoxField },
  { name: "epilepsy", title: "Epilepsy", kind: tickBoxField },
  { name: "poor_eyesight", title: "Poor eyesight", kind: tickBoxField },
  { name: "poor_hearing", title: "Poor hearing", kind: tickBoxField },
  { name: "tb", title: "TB", kind: tickBoxField },
] as const satisfies readonly RecordField[];

/** The fields of the tab Medical Info, in the order of the page. */
const MEDICAL = [
  ...IMMUNIZATIONS,
  ...HEALTH_CONDITIONS,
  { name: "allergies", title: "Allergies", kind: detail },
  { name: "other", title: "Other Health Conditions", kind: detail },
] as const satisfies readonly RecordField[];

export const MEDICAL_TEXTS = MEDICAL.filter(({ kind }) => kind === detail);

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
  { name: "phone_mobile", title: "Phone (Mobile)", kind: phoneField },
  { name: "phone_work", title: "Phone (Work)", kind: phoneField },
  { name: "phone_home", title: "Phone (Home)", kind: phoneField },
  { name: "email", title: "Email", kind: emailField },
  { name: "address_home", title: "Home Address", kind: address },
  { name: "occupation", title: "Occupation", kind: name },
  { name: "employer", title: "Employer", kind: name },
  { name: "address_work", title: "Work Address", kind: address },
  {
    name: "same_as",
    title: "Same As",
    kind: optionalRadioField(new Map(PARENTS.map((parent) => [parent, SAME_AS_PARENT_LABELS[parent]])), {
      blank: "Somebody else",
      reason: "choose Same as mother, Same as father or Somebody else",
    }),
  },
  { name: "phone_second", title: "Second Number", kind: phoneField },
  { name: "whatsapp", title: "WhatsApp", kind: tickBoxField },
] as const satisfies readonly RecordField[];

export const FAMILY_PHONES = ["phone_mobile", "phone_work", "phone_home", "phone_second"] as const;

/** The fields of an emergency contact. Parents and guardians have all fields except the relation. */
const EMERGENCY_FIELDS: readonly string[] = ["name", "relation", ...FAMILY_PHONES, "same_as", "whatsapp"];
const EMERGENCY_CONTACT: Relationship = 4;

/** The fields that a relative who is also a parent has. All other details come from the parent. */
const OWN_FIELDS: readonly string[] = ["same_as", "phone_second"];

/** The fields of the tab Family Info that belong to no relative. */
const HOME = [
  {
    name: "lives_with",
    title: "Lives With",
    kind: fixedChoiceField(LIVES_WITH_OPTIONS, "choose an entry on the list"),
  },
  { name: "court_order", title: "Custody or Court Order", kind: tickBoxField },
  { name: "court_order_details", title: "Details of the Order", kind: detail },
] as const satisfies readonly RecordField[];

/** The row of the home on the Family tab. The other rows are numbered by relationship, from 1 to 4. */
export const HOME_ROW_NUMBER = 5;

/** The tabs on which each field is saved on its own. */
export const SELF_SAVING_TABS = ["personal", "medical", "family"] as const;
export type SelfSavingTab = (typeof SELF_SAVING_TABS)[number];

/**
 * The records on the tabs whose fields are saved on their own: one for each tab, and the home, which is a part of the
 * Family tab. Each has its own database table.
 */
export const SELF_SAVING_RECORDS = [...SELF_SAVING_TABS, "home"] as const;
export type SelfSavingRecord = (typeof SELF_SAVING_RECORDS)[number];

export function isSelfSavingTab(tab: unknown): tab is SelfSavingTab {
  return SELF_SAVING_TABS.some((item) => item === tab);
}

const RECORDS: Readonly<Record<SelfSavingRecord, readonly RecordField[]>> = {
  personal: PERSONAL,
  medical: MEDICAL,
  family: FAMILY,
  home: HOME,
};

/** The fields of each record, without the school's own lists. Each has a database column of the same name. */
export const STUDENT_TAB_FIELDS: Readonly<Record<SelfSavingRecord, RecordFields>> = {
  personal: mapFieldsByName(PERSONAL),
  medical: mapFieldsByName(MEDICAL),
  family: mapFieldsByName(FAMILY),
  home: mapFieldsByName(HOME),
};

export type StudentGroupEntry = { id: number; grouping: string };

export type StudentTabInput = {
  tab: SelfSavingRecord;
  /** The school's own lists. They are empty for a tab that does not use them. */
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
  return mapFieldsByName(fields.map((field) => ({ ...field, kind: kinds[field.name] ?? field.kind })));
}

function isAsked(field: string, relationship: Relationship | undefined): boolean {
  if (relationship === undefined) return true;
  if (relationship === EMERGENCY_CONTACT) return EMERGENCY_FIELDS.includes(field);
  return field !== "relation" && (field !== "same_as" || relationship === GUARDIAN);
}

/** Returns the parent who is also this relative, or null when the relative is another person. */
export function findSameAsParent({ same_as: sameAs = null }: FieldValues): SameAsParentKey | null {
  return PARENTS.find((parent) => parent === sameAs) ?? null;
}

/** Tells whether a relative who is also a parent has the parent's value in this field. */
export function isTakenFromParent(field: string): boolean {
  return !OWN_FIELDS.includes(field);
}

/**
 * Returns a relative's details as pages show them. If the relative is also a parent, these are the parent's details.
 * @param parent the values of that parent
 */
export function withParentValues(fields: RecordFields, own: FieldValues, parent: FieldValues): FieldValues {
  const relative = findSameAsParent(own);
  if (relative === null) return own;
  const followed = [...fields.keys()].filter(isTakenFromParent).map((name): [string, FieldValue] => {
    return [name, name === "relation" ? RELATIONS[relative] : (parent[name] ?? null)];
  });
  return { ...own, ...Object.fromEntries(followed) };
}

function groupOf(groups: readonly StudentGroupEntry[]): FieldKind {
  return lookUpField(
    new Map(groups.map(({ id, grouping }) => [id, grouping])),
    "choose an entry on the school’s list",
  );
}
