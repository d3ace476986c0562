import { run } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { FIRST_DAY } from "./making.ts";

export type NewLead = { classId: number; employeeId: number | null };

/** The classes `c` of next year, joined to the new value of each. */
const GIVEN = `unnest($classIds::integer[], $employeeIds::integer[]) as g (class_id, employee_id)
       join classes c on c.class_id = g.class_id and c.academic_year_id = $academicYearId::integer + 10001`;

/** Sets the form teachers of next year's classes, which nobody has had yet: the old choice leaves no history. */
export async function storeLeads(
  { academicYearId, leads }: { academicYearId: number; leads: readonly NewLead[] },
  t: TermTransaction,
): Promise<void> {
  const asked = {
    academicYearId,
    classIds: leads.map(({ classId }) => classId),
    employeeIds: leads.map(({ employeeId }) => employeeId),
  };
  await run(
    `delete from class_teachers h
      where exists (select 1 from ${GIVEN}
                     where c.class_id = h.class_id and (h.is_lead or h.employee_id = g.employee_id))`,
    asked,
    t,
  );
  await run(
    `insert into class_teachers (class_id, employee_id, is_lead, from_date)
     select c.class_id, g.employee_id, true, ${FIRST_DAY}
       from ${GIVEN}
      where g.employee_id is not null
      order by c.class_id`,
    asked,
    t,
  );
}

/** Renames classes. All old labels are cleared first, so that two classes can exchange theirs. */
export async function storeLabels(
  labels: readonly { classId: number; label: string }[],
  t: TermTransaction,
): Promise<void> {
  const classIds = labels.map(({ classId }) => classId);
  await run(
    "update classes set label = '#' || class_id where class_id = any ($classIds::integer[])",
    { classIds },
    t,
  );
  await run(
    `update classes c set label = g.label
       from unnest($classIds::integer[], $labels::text[]) as g (class_id, label)
      where c.class_id = g.class_id`,
    { classIds, labels: labels.map(({ label }) => label) },
    t,
  );
}
