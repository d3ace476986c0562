import type { FormEvent } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { describeRowResult } from "#saving/screen/announcer.ts";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import { SaveFoot } from "#saving/screen/save-foot.tsx";
import { SavingProvider, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { fieldsOf, TEST_VALUES, type ClassTests, type SubjectRow } from "./assessments.rules.ts";
import { SubjectRowView } from "./subject-row.tsx";
import { TestsTable } from "./tests-table.tsx";

type TestsFormProps = { tests: ClassTests; isPosted: boolean };

/** The tests of a class in a row for each subject, which saves by itself; without script all rows are one form. */
export function TestsForm({ tests, isPosted }: TestsFormProps) {
  const { saveUrl, accountId: account, rows, timeZone } = tests;
  const { screen, words } = useSavingScreen({
    target: { saveUrl, account, rows, receipt: { total: rows.length }, rules: TEST_VALUES },
    timeZone,
    wordsOf: (result) => describeRowResult(result, rows.find(({ row }) => row === result.row)?.name ?? ""),
  });
  useUnsavedFields(() => unsavedNames(screen.store, rows), `the tests of ${tests.label}`);
  return (
    <SavingProvider screen={screen} words={words}>
      <form
        action={tests.url}
        aria-label="Tests of the class"
        autoComplete="off"
        data-early=""
        method="post"
        noValidate
        onSubmit={stay}
      >
        <AuthorField savesItself />
        {isPosted ? (
          <div className="px-4 pt-4 md:px-5">
            <RowsSummary fields={fieldsOf(tests, { byGrade: false, given: [] })} leaveTo={null} rows={rows} />
          </div>
        ) : null}
        <TestsTable tests={tests}>
          {rows.map((row) => (
            <SubjectRowView key={row.row} loaded={row} tests={tests} />
          ))}
        </TestsTable>
        <SaveFoot receiptWords={({ total }) => formatCountOf(total, "subject")} />
      </form>
    </SavingProvider>
  );
}

/** The subjects whose rows wait for the network or for the person. */
function unsavedNames({ rows }: SavingStore, listed: readonly SubjectRow[]): string[] {
  const waits = ["waiting", "refused", "changed"];
  return listed.filter(({ row }) => waits.includes(rows.row(row)?.phase ?? "")).map(({ name }) => name);
}

/** With script each row saves by itself, so the form has nothing left to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}
