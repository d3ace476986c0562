import { toPlainLetters } from "#domain/people/list-params.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";
import {
  FAMILY_PHONES,
  findSameAsParent,
  withParentValues,
  studentTabFields,
  type SelfSavingRecord,
} from "#fields/people/student.ts";
import type { RecordFields } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";

/** The data in a student's record that brothers and sisters may share. */
export type FamilyData = {
  family: Readonly<Record<Relationship, FieldValues>>;
  home: FieldValues;
  personal: FieldValues;
};

/** An empty field, and the value of that field in the brother's or sister's record. */
export type CopiedField = {
  record: Exclude<SelfSavingRecord, "medical">;
  /** The relationship of a relative; 0 for other data. */
  row: number;
  name: string;
  value: FieldValue;
};

export type FamilyCopyPlan = {
  fields: CopiedField[];
  /** The relatives who are a different person in this record. Nothing is copied for them. */
  others: Relationship[];
};

const ALL = Object.keys(RELATIONSHIPS).map(Number) as Relationship[];

/** Plans a copy of family data into empty fields. A relative who is a different person is left alone. */
export function planFamilyCopy(own: FamilyData, theirs: FamilyData): FamilyCopyPlan {
  const plan: FamilyCopyPlan = { fields: [], others: [] };
  for (const relationship of ALL) {
    const [mine, their] = [own.family[relationship], theirs.family[relationship]];
    if (isBlank(their) || findSameAsParent(mine) !== null) continue;
    const offered = offeredValues(relationship, own, theirs);
    if (isBlank(mine) || isSamePerson(mine, offered)) {
      const fields = fieldsToFill(fieldsOf(relationship), mine, offered);
      plan.fields.push(
        ...fields.map((field) => ({ record: "family" as const, row: relationship, ...field })),
      );
    } else plan.others.push(relationship);
  }
  const home = toFill(["lives_with"], own.home, theirs.home);
  const personal = toFill(["address_home", "town", "religion_id"], own.personal, theirs.personal);
  // A student who already has a street address gets no copied town, because the town might not match the street.
  const hasOwnAddress = (own.personal["address_home"] ?? null) !== null;
  const isKept = ({ name }: Pick<CopiedField, "name">) => name !== "town" || !hasOwnAddress;
  plan.fields.push(
    ...home.map((field) => ({ record: "home" as const, row: 0, ...field })),
    ...personal.filter(isKept).map((field) => ({ record: "personal" as const, row: 0, ...field })),
  );
  return plan;
}

/**
 * Returns the values that can be copied for a relative. If the relative is the same person as the mother or father,
 * and that parent is one person in both records, only this fact is copied; otherwise the details are copied.
 */
function offeredValues(relationship: Relationship, own: FamilyData, theirs: FamilyData): FieldValues {
  const their = theirs.family[relationship];
  const parent = findSameAsParent(their);
  if (parent === null) return their;
  const [mine, theirParent] = [own.family[parent], theirs.family[parent]];
  const isOfBoth = isBlank(mine) || isSamePerson(mine, theirParent);
  if (isOfBoth && isBlank(own.family[relationship]))
    return { same_as: parent, phone_second: their["phone_second"] ?? null };
  return { ...withParentValues(fieldsOf(relationship), their, theirParent), same_as: null };
}

function fieldsOf(relationship: Relationship): RecordFields {
  return studentTabFields({ tab: "family", ethnicGroups: [], religions: [] }, relationship);
}

function fieldsToFill(fields: RecordFields, own: FieldValues, offered: FieldValues) {
  const fill = toFill([...fields.keys()], own, offered);
  const mobile = own["phone_mobile"] ?? offered["phone_mobile"] ?? null;
  const isOtherMobile = mobile !== (offered["phone_mobile"] ?? null);
  // The WhatsApp tick is about the mobile number, so it is not copied for another number.
  return fill.filter(({ name }) => name !== "whatsapp" || !isOtherMobile);
}

function toFill(names: readonly string[], own: FieldValues, offered: FieldValues) {
  return names.flatMap((name) => {
    const value = offered[name] ?? null;
    return value === null || (own[name] ?? null) !== null ? [] : [{ name, value }];
  });
}

function isBlank(values: FieldValues): boolean {
  return Object.values(values).every((value) => value === null);
}

/**
 * Returns whether two entries are the same person: the names are equal, or one entry has no name and a phone number is
 * equal. A number at work proves nothing, because colleagues share it.
 */
function isSamePerson(own: FieldValues, offered: FieldValues): boolean {
  const [mine, theirs] = [relativeName(own), relativeName(offered)];
  if (mine !== "" && theirs !== "") return mine === theirs;
  const phones = OWN_PHONES.flatMap((name) => own[name] ?? []);
  return OWN_PHONES.some((name) => phones.includes(offered[name] ?? ""));
}

const OWN_PHONES = FAMILY_PHONES.filter((name) => name !== "phone_work");

function relativeName({ name = null }: FieldValues): string {
  return (toPlainLetters(String(name ?? "")).match(/[\p{L}\d]+/gu) ?? []).join(" ");
}
