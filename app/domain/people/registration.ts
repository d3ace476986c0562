import type { Relationship, StudentDocumentKind } from "./students.ts";

/** The data that shows whether a student's registration is complete. */
export type RegistrationRecord = {
  date_of_birth: string | null;
  gender: string | null;
  personal: Words | null;
  medical: Words | null;
  family: readonly (Words & { relationship: Relationship })[];
  documents: readonly StudentDocumentKind[];
};

type Words = Readonly<Record<string, unknown>>;

export const REGISTRATION_PARTS = [
  "general",
  "personal",
  "medical",
  "family",
  "birthCertificate",
  "immunizationCard",
] as const;
export type RegistrationPart = (typeof REGISTRATION_PARTS)[number];

/** The fields that the school needs in order to reach the family and to complete the Ministry's return. */
const PERSONAL = ["address_home", "town", "nationality", "ethnic_group_id", "religion_id"];
const PHONES = ["phone_mobile", "phone_home", "phone_work", "phone_second"];
const PARENTS: readonly Relationship[] = [1, 2, 3];
const EMERGENCY: Relationship = 4;

/** Lists the parts of the registration that lack data, each with a description of the missing data. */
export function listMissingRegistrationParts(record: RegistrationRecord): Map<RegistrationPart, string> {
  const { date_of_birth, gender, personal, family, documents } = record;
  const general = [...(date_of_birth === null ? ["birth date"] : []), ...(gender === null ? ["sex"] : [])];
  const missing = new Map<RegistrationPart, string>();
  if (general.length > 0) missing.set("general", general.join(", "));
  if (PERSONAL.some((field) => isEmpty(personal?.[field]))) missing.set("personal", "Personal");
  if (!hasMedical(record)) missing.set("medical", "Medical");
  if (!isReached(family)) missing.set("family", "Family");
  if (!documents.includes("Birth Certificate")) missing.set("birthCertificate", "birth certificate");
  if (!documents.includes("Immunization Card")) missing.set("immunizationCard", "immunization card");
  return missing;
}

/** Tells whether the medical tab was filled in. It always has content, because every child has been immunised. */
function hasMedical({ medical }: RegistrationRecord): boolean {
  const { student_key: _key, version: _version, updated_at: _at, ...said } = medical ?? {};
  return Object.values(said).some((value) => value === true || (typeof value === "string" && value !== ""));
}

/** Tells whether the school can reach the family: it needs a named parent or guardian, and an emergency number. */
function isReached(family: RegistrationRecord["family"]): boolean {
  const named = family.filter(({ name }) => !isEmpty(name));
  const emergency = named.find(({ relationship }) => relationship === EMERGENCY);
  const hasParent = named.some(({ relationship }) => PARENTS.includes(relationship));
  return hasParent && emergency !== undefined && PHONES.some((phone) => !isEmpty(emergency[phone]));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
