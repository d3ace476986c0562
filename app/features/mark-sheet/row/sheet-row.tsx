import { memo, useState, type MouseEvent } from "react";
import { displayedValues } from "#saving/client/row-state.ts";
import { focusInColumn, rowElementId } from "#saving/screen/field-dom.ts";
import { useFieldController } from "#saving/screen/field/row-context.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { UnprintableNote } from "#ui/form/printable-text.tsx";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";
import { groupMarkFields } from "#fields/mark.ts";
import type { RecordField } from "#fields/record.ts";
import { type RowSnapshot, getFieldPhase } from "#saving/client/row-phase.ts";
import { joinClassNames } from "#ui/classes.ts";
import { isStartOfAnyName } from "../bulk/student-names.rules.ts";
import { useMarkSheet } from "../sheet/sheet-context.ts";
import { NARROW_SCREEN_QUERY } from "../sheet/sheet-look.ts";
import { PHRASE_LIST_ID, type MarkSheetView, type MarkSheetRow } from "../sheet/sheet.ts";
import {
  isHiddenByAbsence,
  readTestAttendance,
  percentColumnValue,
  describeWeightedResult,
  type ClearedMark,
  isStillCleared,
  describeSavedRow,
} from "./sheet-values.rules.ts";
import { isFreeText, MarkSheetRowController } from "./row-controller.ts";
import { formatFieldText, type TypedInputNote } from "#fields/kind.ts";
import type { FieldValues } from "#fields/value.ts";
import {
  ATTENDANCE_WORDS,
  ATTENDANCE_ABBREVIATIONS,
  listAllowedAttendances,
  type TestAttendance,
} from "#domain/attendance.ts";
import { formatChoices } from "../sheet/columns.rules.ts";
import { formatValues } from "#saving/screen/conflicts.rules.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";
import { getBaseVersion } from "#saving/protocol/protocol.ts";
import { StudentPicture } from "#ui/page/student-picture.tsx";

/** Shows one student's row. Its fields are uncontrolled, so that rendering never overwrites typed text. */
export const MarkSheetTableRow = memo(function MarkSheetTableRow({ loaded }: { loaded: MarkSheetRow }) {
  const { hydrated } = useSaving();
  const { sheet, columns } = useMarkSheet();
  const [cleared, offerUndo] = useState<ClearedMark | null>(null);
  const { controller, note, snapshot } = useRowController(loaded, offerUndo);
  if (!snapshot) return null;
  const { state, phase } = snapshot;
  const values = displayedValues(state);
  const { main, hasMark, extras, remark } = columns;
  return (
    <tr
      data-away={hydrated && readTestAttendance(values) !== 1 ? "" : undefined}
      data-phase={phase}
      id={rowElementId(loaded.row)}
      role="row"
      {...controller.events}
    >
      <StudentNameCells loaded={loaded} />
      <AttendanceCell
        attendance={readTestAttendance(values)}
        hasMain={main !== null}
        loaded={loaded}
        onNext={controller.nextAttendance}
      />
      {hasMark ? (
        <td className="most" role="cell">
          {loaded.maxMark}
        </td>
      ) : null}
      {main ? (
        <td className={hasMark ? "main lg:pr-2" : "main lg:text-center"} role="cell">
          <MarkField column={main} loaded={loaded} snapshot={snapshot} />
          <span className={hasMark ? "away pr-2.5" : "away max-lg:pr-4"}>–</span>
        </td>
      ) : null}
      {hasMark ? (
        <td className="percent" role="cell">
          {/* The text has its own element, because translating the page replaces text beside elements. */}
          <span>{percentWords(phase === "refused" ? null : percentColumnValue(values, loaded.maxMark))}</span>
          <WeightedResult loaded={loaded} result={sheet.result} values={values} />
        </td>
      ) : null}
      {extras.length > 0 ? <ExtraCells columns={extras} loaded={loaded} snapshot={snapshot} /> : null}
      {remark ? (
        <td className="remark" role="cell">
          <MarkField column={remark} loaded={loaded} snapshot={snapshot} />
          <UnprintableNote by="The report card" text={formatFieldText(values[remark.name])} />
        </td>
      ) : null}
      <td className="state" role="cell">
        <div className="items-center justify-between gap-3 lg:flex">
          <StateCell
            cleared={cleared}
            controller={controller}
            loaded={loaded}
            note={note}
            snapshot={snapshot}
          />
          <HistoryLink loaded={loaded} />
        </div>
      </td>
    </tr>
  );
});

function useRowController({ row, maxMark }: MarkSheetRow, offerUndo: (cleared: ClearedMark | null) => void) {
  const { sheet, fieldsOf, commands } = useMarkSheet();
  return useFieldController(
    { screen: useSaving(), row, fields: fieldsOf(maxMark) },
    (parts) =>
      new MarkSheetRowController({
        ...parts,
        rules: sheet.rules,
        atomicGroups: groupMarkFields(sheet.rules),
        root: () => document.getElementById(rowElementId(row)),
        focusNext: (from, step) => focusInColumn(from, step, isHiddenByAbsence),
        offerUndo,
        commands,
        beginsName: (letters) => isStartOfAnyName(letters, sheet.rows),
      }),
  );
}

/**
 * Shows the percentage. An empty percentage is hidden on a phone, to leave room for the name. This is a function rather
 * than a component for speed: a class has 35 rows.
 */
function percentWords(percent: number | null) {
  return percent === null ? <span className="text-muted max-lg:hidden">–</span> : `${percent}%`;
}

/** Links to the row's history. On a phone, three dots open the row's menu instead. */
function HistoryLink({ loaded: { row, name, historyUrl } }: { loaded: MarkSheetRow }) {
  const { hydrated } = useSaving();
  const { openLink, commands } = useMarkSheet();
  const isMenu = hydrated && window.matchMedia(NARROW_SCREEN_QUERY).matches;
  const label = `${isMenu ? "More about" : "History of"} ${name}`;
  const words = <span className="max-lg:sr-only">History</span>;

  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (opensOutsidePage(event) || !window.matchMedia(NARROW_SCREEN_QUERY).matches) return openLink(event);
    event.preventDefault();
    commands.begin({ kind: "row", row });
  }

  // Without JavaScript, a button saves the sheet before it opens the history.
  if (!hydrated) {
    return (
      <button aria-label={label} className="as-link history" name="go" value={historyUrl}>
        {words}
      </button>
    );
  }
  return (
    <a aria-label={label} className="history" href={historyUrl} onClick={open}>
      {words}
    </a>
  );
}

type ExtraCellsProps = { columns: readonly RecordField[]; loaded: MarkSheetRow; snapshot: RowSnapshot };

/** Shows criteria and ratings: columns on wide screens, and labelled lines on a phone. */
function ExtraCells({ columns, ...row }: ExtraCellsProps) {
  return (
    <td aria-colspan={columns.length} className="extras" role="cell">
      <div
        className={joinClassNames(
          "grid gap-x-8 gap-y-1 lg:auto-cols-fr lg:grid-flow-col lg:gap-0",
          columns.length === 2 && "grid-cols-2 lg:grid-cols-none",
        )}
      >
        {columns.map((column) => (
          <div className="flex items-center justify-between gap-3 lg:justify-center" key={column.name}>
            <span aria-hidden="true" className="text-13 text-muted lg:hidden">
              {column.title}
            </span>
            <MarkField {...row} column={column} />
            {staysWhenAway(column.name) ? null : <span className="away px-4">–</span>}
          </div>
        ))}
      </div>
    </td>
  );
}

type MarkFieldProps = { loaded: MarkSheetRow; snapshot: RowSnapshot; column: RecordField };

/** An uncontrolled field of a row: only its initial text is set here. */
function MarkField({ loaded, snapshot, column }: MarkFieldProps) {
  const { row, name } = loaded;
  const { name: field, title, kind } = column;
  const [text] = useState(() => formatFieldText(displayedValues(snapshot.state)[field]));
  const phase = getFieldPhase(snapshot, field);
  const isLetter = kind.control === "letter";
  const isText = isFreeText(kind);
  return (
    <input
      aria-describedby={`state-${row}`}
      aria-invalid={phase === "refused" ? true : undefined}
      aria-label={`${isLetter ? `${title}, ${formatChoices(kind)}` : title}: ${name}`}
      autoCapitalize={isText ? "sentences" : "characters"}
      autoComplete="off"
      className={joinClassNames(
        "field",
        isText ? "line" : isLetter ? "letter" : "mark",
        !staysWhenAway(field) && "here",
      )}
      data-field={field}
      data-state={phase}
      defaultValue={text}
      enterKeyHint="next"
      inputMode={kind.keyboard}
      list={isText ? PHRASE_LIST_ID : undefined}
      name={`${field}.${row}`}
      type="text"
    />
  );
}

/** A rating or a remark is for the whole term's work, so it is kept even if the student missed the test. */
function staysWhenAway(field: string): boolean {
  return field === "application" || field === "preparedness" || field === "remark";
}

type StateCellProps = {
  loaded: MarkSheetRow;
  snapshot: RowSnapshot;
  note: TypedInputNote | null;
  /** The mark that the latest change of attendance cleared, or null. */
  cleared: ClearedMark | null;
  controller: MarkSheetRowController;
};

/** Shows the save state. Offers to restore a cleared mark, because an accidental tap can clear one. */
function StateCell({ loaded, snapshot, note, cleared, controller }: StateCellProps) {
  const { sheet, columns, parts } = useMarkSheet();
  const values = displayedValues(snapshot.state);
  const offer = cleared &&
    isStillCleared(cleared, values, sheet.rules) && {
      typing: ATTENDANCE_WORDS[readTestAttendance(values)],
      words: `Put back ${formatValues(Object.keys(cleared.before), cleared.before, parts)}`,
      act: controller.putBackCleared,
    };
  return (
    <RowStatus
      controller={controller}
      name={loaded.name}
      note={note}
      offer={offer || null}
      parts={parts}
      resting={describeSavedRow(values, sheet.rules, { columns, maxMark: loaded.maxMark })}
      row={loaded.row}
      snapshot={snapshot}
    />
  );
}

type AttendanceCellProps = {
  loaded: MarkSheetRow;
  attendance: TestAttendance;
  /**
   * Whether the sheet has a main field beside the attendance. Without one, the attendance may use its space on a phone.
   */
  hasMain: boolean;
  onNext: () => void;
};

/** A button that steps through the kinds of attendance or, without JavaScript, a select that looks the same. */
function AttendanceCell({ loaded, attendance, hasMain, onNext }: AttendanceCellProps) {
  const { hydrated } = useSaving();
  const { sheet } = useMarkSheet();
  return (
    <td
      className={joinClassNames(
        "attendance",
        hasMain ? "max-lg:col-start-4" : "max-lg:col-start-5 max-lg:text-right",
      )}
      role="cell"
    >
      {hydrated ? (
        <button className="press" data-field="attendance" onClick={onNext} type="button">
          <span>{ATTENDANCE_ABBREVIATIONS[attendance]}</span>
          <span className="sr-only">{`: ${ATTENDANCE_WORDS[attendance]}, ${loaded.name}`}</span>
        </button>
      ) : (
        <>
          <input name={`base.${loaded.row}`} type="hidden" value={getBaseVersion(loaded)} />
          <select
            aria-label={`Attendance, ${loaded.name}`}
            className="press"
            defaultValue={attendance}
            name={`attendance.${loaded.row}`}
          >
            {listAllowedAttendances(sheet.rules.testId).map((item) => (
              <option key={item} value={item}>
                {ATTENDANCE_ABBREVIATIONS[item]}
              </option>
            ))}
          </select>
        </>
      )}
    </td>
  );
}

/** Shows a student's position, picture and name, both on editable and on read-only sheets. */
export function StudentNameCells({ loaded }: { loaded: MarkSheetRow }) {
  const { position, row, name, picture } = loaded;
  return (
    <>
      <td className="place" role="cell">
        {position}
      </td>
      <td className="picture" role="cell">
        <StudentPicture
          className="max-lg:size-8 lg:align-middle"
          name={name}
          src={picture}
          studentId={Number(row)}
        />
      </td>
      <th className="name" role="rowheader" scope="row">
        {name}
      </th>
    </>
  );
}

type WeightedResultProps = { result: MarkSheetView["result"]; loaded: MarkSheetRow; values: FieldValues };

/** Shows the mark of the other test and the result below the percentage, if the result is made of two tests. */
export function WeightedResult({ result, loaded, values }: WeightedResultProps) {
  if (!result) return null;
  return describeWeightedResult(values, loaded, result).map((words) => (
    <span className="block whitespace-nowrap text-13 font-normal text-muted" key={words}>
      {words}
    </span>
  ));
}
