import { queryRows, type ReadTransaction } from "../../../index.ts";
import type { SchoolClass } from "../../../models/classes.ts";
import type { EthnicGroup, House, Religion } from "../../../models/look-ups.ts";
import type { Student } from "../../../models/people.ts";
import type { NullableColumns } from "../../../models/rows.ts";
import type {
  FamilyContact,
  StudentHome,
  StudentMedical,
  StudentPersonal,
} from "../../../models/student-records.ts";
import type { RowOf } from "../../../models/table.ts";
import { IS_STUDENT_OF_CLASSES } from "../../class-students.ts";
import { IS_PLACED_OR_CURRENT, LEFT_JOIN_REGISTRATION } from "../../on-roster.ts";
import { registerOrderSql } from "../../parts.ts";

/** Selects one student, some students, the students of some classes, or all of the school, with or without a class. */
export type RegistrationFormsFilter =
  | { studentKey: number }
  | { studentKeys: readonly number[] }
  | { classIds: readonly number[] }
  | { of: "school" };

const REGISTRATION =
  "left join registrations r on r.student_key = s.id and r.academic_term_id = $academicTermId";

function whoseForms(whose: RegistrationFormsFilter): {
  registration: string;
  isWhose: string;
  bound: object;
} {
  if ("of" in whose)
    return { registration: LEFT_JOIN_REGISTRATION, isWhose: IS_PLACED_OR_CURRENT, bound: {} };
  if ("studentKeys" in whose)
    return { registration: REGISTRATION, isWhose: "s.id = any ($studentKeys::integer[])", bound: whose };
  const isWhose = "studentKey" in whose ? "s.id = $studentKey" : IS_STUDENT_OF_CLASSES;
  return { registration: REGISTRATION, isWhose, bound: whose };
}

export type RegistrationFormRow = Pick<
  Student,
  | "id"
  | "student_id"
  | "first_name"
  | "other_name"
  | "last_name"
  | "gender"
  | "date_of_birth"
  | "birth_certificate_pin"
  | "entry_date"
  | "serial_number"
  | "picture"
> &
  NullableColumns<Pick<SchoolClass, "class_id"> & Pick<House, "house">> & {
    personal: StudentPersonal | null;
    ethnic_group: RowOf<typeof EthnicGroup>["grouping"] | null;
    religion: RowOf<typeof Religion>["grouping"] | null;
    medical: StudentMedical | null;
    /** The relatives. A relative who is also a parent has the parent's details. */
    family: FamilyContact[];
    home: StudentHome | null;
  };

/** Lists the data of registration forms, with the class of a term, in register order. */
export function listRegistrationFormRows(
  filter: RegistrationFormsFilter,
  { academicTermId }: { academicTermId: number },
  t: ReadTransaction,
): Promise<RegistrationFormRow[]> {
  const { registration, isWhose, bound } = whoseForms(filter);
  return queryRows<RegistrationFormRow>(
    `select s.id, s.student_id, s.first_name, s.other_name, s.last_name, s.gender,
            s.date_of_birth::text as date_of_birth, s.birth_certificate_pin, s.entry_date::text as entry_date,
            s.serial_number, s.picture, r.class_id, h.house,
            to_jsonb(p) as personal, e.grouping as ethnic_group, g.grouping as religion, to_jsonb(m) as medical,
            coalesce((select jsonb_agg(f) from family_contacts f where f.student_key = s.id), '[]') as family,
            to_jsonb(k) as home
       from students s
       ${registration}
       left join houses h using (house_id)
       left join student_personal p on p.student_key = s.id
       left join ethnic_groups e using (ethnic_group_id)
       left join religions g on g.religion_id = p.religion_id
       left join student_medical m on m.student_key = s.id
       left join student_home k on k.student_key = s.id
      where ${isWhose}
      order by ${registerOrderSql("s", "s.id")}`,
    { ...bound, academicTermId },
    t,
  );
}
