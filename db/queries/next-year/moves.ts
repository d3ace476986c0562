import { run } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";

export type NewMove = { classId: number; upClassId: number | null; shared: boolean };

/** Stores the classes that others move up to, clearing old moves first, so that two classes can exchange theirs. */
export async function storeMoves(
  { academicYearId, moves }: { academicYearId: number; moves: readonly NewMove[] },
  t: TermTransaction,
): Promise<void> {
  const classIds = moves.map(({ classId }) => classId);
  await run(
    `update class_moves set up_class_id = null, shared = false
      where class_id = any ($classIds::integer[]) and up_class_id is not null`,
    { classIds },
    t,
  );
  await run(
    `insert into class_moves (class_id, academic_year_id, next_year_id, up_class_id, shared)
     select g.class_id, $academicYearId::integer, $academicYearId::integer + 10001, g.up_class_id, g.shared
       from unnest($classIds::integer[], $upClassIds::integer[], $shared::boolean[]) as g (class_id, up_class_id, shared)
      order by g.class_id
     on conflict (class_id) do update set up_class_id = excluded.up_class_id, shared = excluded.shared`,
    {
      academicYearId,
      classIds,
      upClassIds: moves.map(({ upClassId }) => upClassId),
      shared: moves.map(({ shared }) => shared),
    },
    t,
  );
}
