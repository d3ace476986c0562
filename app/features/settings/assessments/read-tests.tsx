import { dateField, maxField } from "#fields/assessment.ts";
import { valueInWords } from "#fields/kind.ts";
import { classes } from "#ui/classes.ts";
import { fieldsOf, type ClassTests, type SubjectRow } from "./assessments.rules.ts";
import { FIRST_OF_TEST, ROW } from "./table-look.ts";
import { ByGrade, isWide, RowCells, TestsTable } from "./tests-table.tsx";

/** The tests of a term that is over, as print. */
export function ReadTests({ tests }: { tests: ClassTests }) {
  return (
    <TestsTable tests={tests}>
      {tests.rows.map((row) => (
        <tr className={ROW} key={row.row} role="row">
          <RowCells isWide={isWide(tests.tests)} marks={row.marks} name={row.name}>
            <Values row={row} tests={tests} />
          </RowCells>
        </tr>
      ))}
    </TestsTable>
  );
}

function Values({ row, tests }: { row: SubjectRow; tests: ClassTests }) {
  const fields = fieldsOf(tests, row);
  const words = (field: string) => valueInWords(fields.get(field)?.kind, row.values[field], "–");
  return tests.tests.map(({ key, title }) =>
    row.byGrade ? (
      <ByGrade key={key} title={title} />
    ) : (
      [
        <td className={classes(FIRST_OF_TEST, "lg:px-2")} key={dateField(key)} role="cell">
          <span className="text-13 text-muted lg:sr-only">{title}: </span>
          {words(dateField(key))}
        </td>,
        <td className="text-right lg:px-2" key={maxField(key)} role="cell">
          <span className="text-13 text-muted lg:sr-only">Max mark: </span>
          {words(maxField(key))}
        </td>,
      ]
    ),
  );
}
