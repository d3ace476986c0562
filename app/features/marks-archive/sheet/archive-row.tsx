import {
  useMemo,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
  type MouseEvent,
} from "react";
import {
  ARCHIVE_CELLS,
  archiveFields,
  ARCHIVE_CLASS_FIELD,
  type ArchiveCell,
  findArchiveCell,
} from "#fields/archive.ts";
import { formatFieldText } from "#fields/kind.ts";
import { getFieldPhase, type RowSnapshot } from "#saving/client/row-phase.ts";
import { displayedValues, optimisticValues } from "#saving/client/row-state.ts";
import { getBaseVersion } from "#saving/protocol/protocol.ts";
import { toValuePart } from "#saving/screen/conflicts.rules.ts";
import { useFieldController } from "#saving/screen/field/row-context.ts";
import {
  focusInColumn,
  rowElementId,
  findControlOfEvent,
  fieldNameOfEvent,
  controlText,
  type FormControl,
} from "#saving/screen/field-dom.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import {
  FieldController,
  type AcceptedValue,
  type ControllerDependencies,
} from "#saving/screen/field-controller.ts";
import { parsePastedCells, type PastedCells } from "#domain/text/pasted-cells.ts";
import {
  type ArchiveSheetRow,
  describeUnsavedCell,
  findCellError,
  type RefusedCell,
} from "./archive-sheet.ts";
import { useArchiveContext } from "./use-archive.ts";
import { isSingleValue, type PasteTarget } from "../paste/paste.rules.ts";

type RowProps = {
  loaded: ArchiveSheetRow;
  isFirst: boolean;
  /** Whether this is the term that a phone shows. A phone shows one term at a time. */
  isChosen: boolean;
};

/** The headings above a term's marks on a phone, where each term has its own table. */
const PHONE_HEADS = ["Subject", "COURSE", "EXAM"];

/** Shows one term: its class, and the course and exam mark of each subject. The fields are uncontrolled. */
export function MarksArchiveTermRow({ loaded, isFirst, isChosen }: RowProps) {
  const { controller, snapshot, fields } = useRowController(loaded);
  const { refused } = useArchiveContext();
  if (!snapshot) return null;
  const values = displayedValues(snapshot.state);
  const hasClass = (values[ARCHIVE_CLASS_FIELD] ?? null) !== null;
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

/** Tells whether the row is hidden, because a phone shows only one term. */
function isNotShown(_field: HTMLElement, row: HTMLElement): boolean {
  return row.offsetParent === null;
}

type OfRow = { loaded: ArchiveSheetRow; snapshot: RowSnapshot };

/** Offers the classes of the level. A stored class can be changed but not removed. */
function ClassChoice({ loaded: { row, name, values, classes: offered, closed }, snapshot }: OfRow) {
  const [first] = useState(() => formatFieldText(displayedValues(snapshot.state)[ARCHIVE_CLASS_FIELD]));
  if (closed !== null) return <span title={closed}>{formatFieldText(values[ARCHIVE_CLASS_FIELD])}</span>;
  const isStored = (values[ARCHIVE_CLASS_FIELD] ?? null) !== null;
  return (
    <select
      aria-label={`Class, ${name}`}
      className="cell"
      data-field={ARCHIVE_CLASS_FIELD}
      data-state={getFieldPhase(snapshot, ARCHIVE_CLASS_FIELD)}
      defaultValue={first}
      name={`${ARCHIVE_CLASS_FIELD}.${row}`}
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

type Parts = ControllerDependencies & {
  /** Reports a value that was not saved, in a dialog and under the row. */
  refuse: (refused: RefusedCell) => void;
  /** Handles a paste of several cells, starting at this cell. */
  paste: (at: PasteTarget, pasted: PastedCells) => void;
};

/** Controls one term of the archive. A mark is sent when the focus leaves its cell; a class is sent at once. */
class ArchiveController extends FieldController<Parts> {
  override get events() {
    const { onPaste, onDrop, onClick } = this;
    return { ...super.events, onPaste, onDrop, onClick };
  }

  override readonly onBlur = (event: FocusEvent) => {
    const control = findControlOfEvent(event.target);
    if (control) this.leave(control);
  };

  /** Selects the cell's text, so that typing replaces the text. */
  override readonly onFocus = (event: FocusEvent) => {
    this.commitRested(event.target);
    select(event.target);
  };

  readonly onClick = (event: MouseEvent) => {
    const { target } = event;
    if (findControlOfEvent(target)) requestAnimationFrame(() => select(target));
  };

  readonly onPaste = (event: ClipboardEvent) => {
    this.pasteCells(event, parsePastedCells(event.clipboardData.getData("text/plain")));
  };

  /**
   * Replaces the cell's text with the dropped text. By default, the browser would insert the text between the digits.
   */
  readonly onDrop = (event: DragEvent) => {
    const { target, dataTransfer } = event;
    const control = findControlOfEvent(target);
    const pasted = parsePastedCells(dataTransfer.getData("text/plain"));
    if (this.pasteCells(event, pasted) || !control || !findArchiveCell(fieldNameOfEvent(target))) return;
    event.preventDefault();
    control.focus();
    control.value = pasted.cells[0]?.[0] ?? "";
    this.take(control);
  };

  /** Handles a paste or drop of several cells. By default, the browser would join their lines into one number. */
  private pasteCells(event: ClipboardEvent | DragEvent, pasted: PastedCells): boolean {
    const field = fieldNameOfEvent(event.target);
    if (!findArchiveCell(field) || isSingleValue(pasted)) return false;
    event.preventDefault();
    this.parts.paste({ row: this.parts.row, field }, pasted);
    return true;
  }

  protected override choose() {
    this.commit();
  }

  /** Removes the field's own note. When the focus leaves the cell, the school's fixed wording is shown. */
  protected override accept(field: string, { value }: AcceptedValue) {
    super.accept(field, { value, note: null });
  }

  protected override goOn(from: HTMLElement, step: 1 | -1) {
    if (this.parts.focusNext(from, step)) return;
    const control = findControlOfEvent(from);
    if (control) this.leave(control);
    select(from);
  }

  private leave(control: FormControl) {
    const field = fieldNameOfEvent(control);
    const state = this.state();
    const isTyped = state !== undefined && field in state.typed;
    const words = isTyped ? findCellError(field, displayedValues(state), this.fields) : null;
    if (!isTyped || words === null) return this.commit();
    const typed = controlText(control);
    const stored = optimisticValues(state)[field] ?? null;
    this.takeBack(field);
    this.parts.refuse({ row: this.parts.row, field, words, typed, stored });
  }
}

function select(target: EventTarget) {
  if (target instanceof HTMLInputElement) target.select();
}
