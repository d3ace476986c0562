import type { StudentRowSnapshot, SnapshotRow } from "#db/queries/people/merges/images.ts";
import { capitalise } from "#domain/text/capital.ts";
import { STUDENT_TAB_TITLES } from "#domain/people/record-params.ts";
import { STUDENT_REGISTERED, RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";
import { GENERAL_COLUMNS, generalFields, type GeneralTabInput } from "#fields/people/student-general.ts";
import {
  SELF_SAVING_RECORDS,
  findSameAsParent,
  isTakenFromParent,
  studentTabFields,
  type SelfSavingRecord,
  type StudentTabInput,
} from "#fields/people/student.ts";
import { columnsToValues, formatFieldValue, type RecordFields } from "#fields/record.ts";
import type { ColumnValue, FieldValue, FieldValues } from "#fields/value.ts";
import type { ChosenMergeSides, MergeKeys, MergeSide } from "./slots.server.ts";

/** The field rules and lists by which stored values are shown as text. */
export type MergeFieldRules = {
  general: GeneralTabInput;
  tabs: Readonly<Record<SelfSavingRecord, StudentTabInput>>;
  statuses: ReadonlyMap<number, string>;
};

/** A field that differs between the two records. */
export type MergeFieldDifference = {
  name: string;
  title: string;
  column: string;
  kept: string;
  merged: string;
  chosen: MergeSide;
  values: Readonly<Record<MergeSide, ColumnValue>>;
};

/** A set of fields that are stored in one row. */
export type MergeFieldGroup = {
  title: string;
  of: "general" | SelfSavingRecord;
  /** The family member, which is set only for groups of the Family tab. */
  relationship: Relationship;
  same: number;
  differences: MergeFieldDifference[];
};

const FATHER: Relationship = 1;
const TITLES: Readonly<Record<SelfSavingRecord, string>> = {
  personal: STUDENT_TAB_TITLES.personal.title,
  medical: STUDENT_TAB_TITLES.medical.title,
  family: STUDENT_TAB_TITLES.family.title,
  home: "Home",
};

/** Compares the fields of both records tab by tab, and counts the equal fields. */
export function compareFieldsOfRecords(
  image: StudentRowSnapshot,
  { keys, chosen, rules }: { keys: MergeKeys; chosen: ChosenMergeSides; rules: MergeFieldRules },
): MergeFieldGroup[] {
  const general = compared(
    { fields: generalOnly(rules.general), prefix: "general" },
    sides(image.students, "id", keys),
    chosen,
  );
  const ofStudent = [...studentWide(image, { keys, chosen, rules })];
  const { title } = STUDENT_TAB_TITLES.general;
  return [
    {
      title,
      of: "general",
      relationship: FATHER,
      same: general.same,
      differences: [...general.differences, ...ofStudent],
    },
    ...SELF_SAVING_RECORDS.flatMap((tab) => tabGroups(image, tab, { keys, chosen, rules })),
  ];
}

type Asked = { keys: MergeKeys; chosen: ChosenMergeSides; rules: MergeFieldRules };

function tabGroups(
  image: StudentRowSnapshot,
  tab: SelfSavingRecord,
  { keys, chosen, rules }: Asked,
): MergeFieldGroup[] {
  const stored = image[`student_${tab}`];
  const relationships = Object.keys(RELATIONSHIPS).map(Number) as Relationship[];
  return (tab === "family" ? relationships : [FATHER]).map((relationship) => {
    const isFamily = tab === "family";
    const rows = isFamily ? stored.filter((row) => row["relationship"] === relationship) : stored;
    const fields = studentTabFields(rules.tabs[tab]);
    const prefix = isFamily ? `family-${relationship}` : tab;
    const title = isFamily ? capitalise(RELATIONSHIPS[relationship]) : TITLES[tab];
    const group = compared({ fields, prefix }, sides(rows, "student_key", keys), chosen);
    return { title, of: tab, relationship, ...group };
  });
}

type Sides = Readonly<Record<MergeSide, SnapshotRow | null>>;

function sides(rows: readonly SnapshotRow[], column: string, keys: MergeKeys): Sides {
  const of = (key: number) => rows.find((row) => row[column] === key) ?? null;
  return { kept: of(keys.kept), merged: of(keys.merged) };
}

function compared(
  { fields, prefix }: { fields: RecordFields; prefix: string },
  { kept, merged }: Sides,
  chosen: ChosenMergeSides,
): Pick<MergeFieldGroup, "same" | "differences"> {
  const [mine, theirs] = [columnsToValues(fields, kept ?? {}), columnsToValues(fields, merged ?? {})];
  const differences = [...fields.values()].flatMap(({ name: column, title, kind }) => {
    const [one, other] = [mine[column] ?? null, theirs[column] ?? null];
    if (one === other) return [];
    const name = `${prefix}/${column}`;
    const words = (value: FieldValue) => formatFieldValue(fields, column, value);
    const values = { kept: kind.toColumn(one), merged: kind.toColumn(other) };
    const proposed: MergeSide = one === null && !isSettled(column, mine) ? "merged" : "kept";
    return [
      {
        name,
        title,
        column,
        kept: words(one),
        merged: words(other),
        values,
        chosen: chosen.get(name) ?? proposed,
      },
    ];
  });
  return { differences, same: fields.size - differences.length };
}

/**
 * Returns whether an empty field of the remaining record is deliberate. A relative who has a name is not the same
 * person as a parent, and a relative who is the same person as a parent has no details.
 */
function isSettled(column: string, values: FieldValues): boolean {
  if (column === "same_as") return (values["name"] ?? null) !== null;
  return findSameAsParent(values) !== null && isTakenFromParent(column);
}

/** Returns the fields of General except the class, which is stored separately for each term. */
function generalOnly(rules: GeneralTabInput): RecordFields {
  const columns: readonly string[] = GENERAL_COLUMNS;
  return new Map([...generalFields(rules)].filter(([name]) => columns.includes(name)));
}

/** Compares picture and status, which are not form fields. The status of a current student is suggested. */
function studentWide(
  { students }: StudentRowSnapshot,
  { keys, chosen, rules }: Asked,
): MergeFieldDifference[] {
  const { kept, merged } = sides(students, "id", keys);
  const statusWords = (value: ColumnValue) => rules.statuses.get(Number(value)) ?? String(value);
  const pictureWords = (value: ColumnValue) => (value === null ? "–" : "A picture");
  const difference = (
    column: string,
    title: string,
    words: (value: ColumnValue) => string,
    proposed: MergeSide,
  ) => {
    const values = { kept: kept?.[column] ?? null, merged: merged?.[column] ?? null };
    if (values.kept === values.merged) return [];
    const name = `general/${column}`;
    const shown = { kept: words(values.kept), merged: words(values.merged) };
    return [{ name, title, column, values, ...shown, chosen: chosen.get(name) ?? proposed }];
  };
  const hasLeft = Number(kept?.["student_status_id"]) > STUDENT_REGISTERED;
  return [
    ...difference("picture", "Picture", pictureWords, kept?.["picture"] == null ? "merged" : "kept"),
    ...difference("student_status_id", "Status", statusWords, hasLeft ? "merged" : "kept"),
  ];
}
