import { useMemo, useState } from "react";
import { ARCHIVE_CELLS, archiveFields, CLASS_FIELD, type ArchiveCell } from "#fields/archive.ts";
import { formatFieldText } from "#fields/kind.ts";
import { getFieldPhase, type RowSnapshot } from "#saving/client/row-phase.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { getBaseVersion } from "#saving/protocol/protocol.ts";
import { toValuePart } from "#saving/screen/conflicts.rules.ts";
import { useFieldController } from "#saving/screen/field/row-context.ts";
import { focusInColumn, rowElementId } from "#saving/screen/field-dom.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import { ArchiveController } from "./archive-controller.ts";
import type { ArchiveSheetRow } from "./archive-sheet.ts";
import { describeUnsavedCell } from "./refused-cell.ts";
import { useArchiveContext } from "./use-archive.ts";

type RowProps = {
  loaded: ArchiveSheetRow;
  isFirst: boolean;
  /** Whether this is the term that a phone shows. A phone shows one term at a time. */
  isChosen: boolean;
};

/** The headings above a term's marks on a phone, where each term has its own table. */
const PHONE_HEADS = ["Subject", "COURSE", "EXAM"];

/** Shows one term: its class, and the course and exam mark of each subject. The fields are uncontrolled. */
export function ArchiveRow({ loaded, isFirst, isChosen }: RowProps) {
  const { controller, snapshot, fields } = useRowController(loaded);
  const { refused } = useArchiveContext();
  if (!snapshot) return null;
  const values = displayedValues(snapshot.state);
  const hasClass = (values[CLASS_FIELD] ?? null) !== null;
  const isHidden = !isChosen && "other-term";
  return (
    <>
      <tr
        className={joinClassNames(isFirst && "level", !hasClass && "no-class", isHidden)}
        data-phase={refused.has(loaded.row) ? "refused" : snapshot.phase}
        id={rowElementId(loaded.row)}
        {...controller.events}
      >
        <td className="class">
          <input name={`base.${loaded.row}`} type="hidden" value={getBaseVersion(loaded)} />
          <ClassChoice loaded={loaded} snapshot={snapshot} />
        </td>
        <th className="term" scope="row">
          <TermLink loaded={loaded} />
        </th>
        {PHONE_HEADS.map((head) => (
          <td aria-hidden="true" className="subject heads" key={head}>
            {head}
          </td>
        ))}
        {ARCHIVE_CELLS.map((cell) => (
          <Cell cell={cell} key={cell.field} loaded={loaded} snapshot={snapshot} />
        ))}
      </tr>
      <Line controller={controller} fields={fields} isHidden={isHidden} loaded={loaded} snapshot={snapshot} />
    </>
  );
}

function useRowController({ row, classes: offered, closed }: ArchiveSheetRow) {
  const { refuse, paste } = useArchiveContext();
  const fields = useMemo(() => archiveFields(offered, closed), [offered, closed]);
  const act = useMemo(() => ({ refuse, paste }), [refuse, paste]);
  const controlled = useFieldController(
    { screen: useSaving(), row, fields },
    (parts) =>
      new ArchiveController({
        ...parts,
        atomicGroups: [],
        root: () => document.getElementById(rowElementId(row)),
        focusNext: (from, step) => focusInColumn(from, step, isNotShown),
        ...act,
      }),
  );
  return { ...controlled, fields };
}

/** Whether the row is hidden, because a phone shows only one term. */
function isNotShown(_field: HTMLElement, row: HTMLElement): boolean {
  return row.offsetParent === null;
}

type OfRow = { loaded: ArchiveSheetRow; snapshot: RowSnapshot };

/** Offers the classes of the level. A stored class can be changed but not removed. */
function ClassChoice({ loaded: { row, name, values, classes: offered, closed }, snapshot }: OfRow) {
  const [first] = useState(() => formatFieldText(displayedValues(snapshot.state)[CLASS_FIELD]));
  if (closed !== null) return <span title={closed}>{formatFieldText(values[CLASS_FIELD])}</span>;
  const isStored = (values[CLASS_FIELD] ?? null) !== null;
  return (
    <select
      aria-label={`Class, ${name}`}
      className="cell"
      data-field={CLASS_FIELD}
      data-state={getFieldPhase(snapshot, CLASS_FIELD)}
      defaultValue={first}
      name={`${CLASS_FIELD}.${row}`}
    >
      {isStored ? null : <option value="">–</option>}
      {offered.map((item) => (
        <option key={item} value={item}>
          {item}
        </option>
      ))}
    </select>
  );
}

function TermLink({ loaded: { term, name, historyUrl } }: { loaded: ArchiveSheetRow }) {
  return (
    <a aria-label={`History of ${name}`} href={historyUrl} onClick={useLinkClick()}>
      <span className="max-xl:hidden">{term}</span>
      <span className="xl:hidden">History of {name}</span>
    </a>
  );
}

/** Shows one mark. The cell contains no components, for speed: a grid has 162 cells. */
function Cell({ cell, loaded, snapshot }: OfRow & { cell: ArchiveCell }) {
  const { field, subject, test } = cell;
  const [text] = useState(() => formatFieldText(displayedValues(snapshot.state)[field]));
  const phase = getFieldPhase(snapshot, field);
  return (
    <>
      {test === "course" ? (
        <td aria-hidden="true" className="subject">
          {subject}
        </td>
      ) : null}
      <td className={test}>
        <input
          aria-invalid={phase === "refused" ? true : undefined}
          aria-label={`${subject} ${test}, ${loaded.name}`}
          autoComplete="off"
          className={text === "" ? "cell blank" : "cell"}
          data-field={field}
          data-state={phase}
          defaultValue={text}
          enterKeyHint="next"
          inputMode="decimal"
          name={`${field}.${loaded.row}`}
          placeholder={loaded.away[field]}
          type="text"
        />
      </td>
    </>
  );
}

type LineProps = OfRow & {
  controller: ArchiveController;
  fields: ReturnType<typeof archiveFields>;
  isHidden: string | false;
};

const COLUMNS = 20;

/** Shows a message under the row: a value that was not saved, the server's refusal, or a colleague's change. */
function Line({ loaded, snapshot, controller, fields, isHidden }: LineProps) {
  const held = useArchiveContext().refused.get(loaded.row);
  const { issue } = snapshot.state;
  if (!held && !issue) return null;
  return (
    <tr className={joinClassNames("line", issue?.kind === "changed" && "changed", isHidden)}>
      <td colSpan={COLUMNS}>
        {held ? (
          <p className="flex items-start gap-2 text-13">
            <Icon className="mt-px text-refused" name="refused" />
            <span>
              <strong className="text-refused">{held.words}</strong>{" "}
              <span>{describeUnsavedCell(held, loaded.term)}</span>
            </span>
          </p>
        ) : null}
        {issue ? (
          <RowStatus
            controller={controller}
            name={loaded.name}
            note={null}
            offer={null}
            parts={[...fields.values()].map(toValuePart)}
            resting=""
            row={loaded.row}
            snapshot={snapshot}
          />
        ) : null}
      </td>
    </tr>
  );
}
