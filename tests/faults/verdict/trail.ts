import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import type { SharedSheet } from "../world/shared-sheet.ts";

/** A change of a mark in the audit trail. */
export type Change = {
  row: string;
  version: number;
  account: number | null;
  saveId: string | null;
  from: string | null;
  to: string | null;
};

/** The stored values and their changes, read in one statement so that both belong to one moment. */
export type Trail = {
  changes: Change[];
  stored: Map<string, { mark: string | null; version: number }>;
  rowsTwice: string[];
};

type Event = {
  student_key: number;
  version: number;
  account_id: number | null;
  save_id: string | null;
  before: number | null;
  after: number | null;
};

/** Reads the audit trail. @param since the last entry before the test began */
export async function readTrail(databaseUrl: string, sheet: SharedSheet, since: number): Promise<Trail> {
  const [answer] = await queryDatabase<{
    events: Event[];
    marks: { student_key: number; mark: number; version: number }[];
  }>(
    databaseUrl,
    `with sheet as materialized (
       select mark_id, student_key, mark, version
         from marks
        where academic_term_id = $1 and subject_id = $2 and test_id = $3 and student_key = any ($4::integer[])
     )
     select coalesce((select jsonb_agg(jsonb_build_object(
                        'student_key', s.student_key, 'version', e.version, 'account_id', e.account_id,
                        'save_id', e.save_id, 'before', e.old_values -> 'mark', 'after', e.new_values -> 'mark')
                        order by e.version, e.event_id)
                        from sheet s
                        join audit_events e on e.table_name = 'marks' and e.row_id = s.mark_id::text
                       where e.event_id > $5), '[]') as events,
            coalesce((select jsonb_agg(to_jsonb(s)) from sheet s), '[]') as marks`,
    [sheet.termId, sheet.subjectId, sheet.testId, sheet.rows.map(Number), since],
  );
  const { events = [], marks = [] } = answer ?? {};
  const keys = marks.map(({ student_key }) => String(student_key));
  return {
    changes: events.map(changeOf),
    stored: new Map(
      marks.map(({ student_key, mark, version }) => [String(student_key), { mark: textOf(mark), version }]),
    ),
    rowsTwice: keys.filter((key, index) => keys.indexOf(key) !== index),
  };
}

export async function lastEntry(databaseUrl: string): Promise<number> {
  const [last] = await queryDatabase<{ id: string }>(
    databaseUrl,
    "select coalesce(max(event_id), 0) as id from audit_events",
  );
  return Number(last?.id ?? 0);
}

function changeOf({ student_key, version, account_id, save_id, before, after }: Event): Change {
  return {
    row: String(student_key),
    version,
    account: account_id,
    saveId: save_id,
    from: textOf(before),
    to: textOf(after),
  };
}

function textOf(mark: number | null | undefined): string | null {
  return mark === null || mark === undefined ? null : String(mark);
}
