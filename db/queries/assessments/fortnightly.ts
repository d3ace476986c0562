import { run } from "../../index.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { HAS_SOMETHING } from "../parts.ts";

/** Takes fortnightly tests away in which nothing was given; a mark that was cleared goes with its test. */
export async function removeFortnightlyTests(
  asked: { academicTermId: number; testIds: readonly number[] | null },
  t: TermTransaction,
): Promise<void> {
  const meant = `n.academic_term_id = $academicTermId
        and ($testIds::integer[] is null or n.fortnightly_test_id = any ($testIds))`;
  await run(
    `delete from marks m using fortnightly_tests n
      where m.fortnightly_test_id = n.fortnightly_test_id and ${meant} and not ${HAS_SOMETHING}`,
    asked,
    t,
  );
  await run(
    `delete from assessments a using fortnightly_tests n where a.fortnightly_test_id = n.fortnightly_test_id and ${meant}`,
    asked,
    t,
  );
  await run(`delete from fortnightly_tests n where ${meant}`, asked, t);
}
