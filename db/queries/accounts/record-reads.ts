import { row, run, type Transaction } from "../../index.ts";

type Read = { accountId: number; period: number; targets: readonly Buffer[] };

export type ReadCounts = { in_period: number; in_hour: number; known: number };

/**
 * Counts the records that the account opened in this period, the other records that it opened in the hour that ends
 * with this period, and how many of these records are already counted.
 */
export async function readCounts(
  asked: Read & { periodsAnHour: number },
  t: Transaction,
): Promise<ReadCounts> {
  const counts = await row<ReadCounts>(
    `select count(*) filter (where period = $period)::integer as in_period,
            count(distinct target) filter (where target <> all ($targets::bytea[]))::integer as in_hour,
            count(*) filter (where period = $period and target = any ($targets::bytea[]))::integer as known
       from record_reads
      where account_id = $accountId and period > $period::integer - $periodsAnHour::integer`,
    asked,
    t,
  );
  return counts ?? { in_period: 0, in_hour: 0, known: 0 };
}

/** Another process may have counted the same record already. */
export function recordReads(read: Read, t: Transaction): Promise<void> {
  return run(
    `insert into record_reads (account_id, period, target)
     select $accountId, $period, unnest($targets::bytea[])
     on conflict do nothing`,
    read,
    t,
  );
}
