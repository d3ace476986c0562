import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { FixedBottomBar } from "#ui/overlay/fixed-foot.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { useCloseOnPressOutside } from "#ui/use-closing.ts";
import { studentDialogUrl, studentsUrl } from "./params.rules.ts";
import type { StudentsList } from "./students.rules.ts";
import type { useStudentSelection } from "./use-selection.ts";

type SelectionProps = { list: StudentsList; selection: ReturnType<typeof useStudentSelection> };

const ACT = "font-semibold text-red underline underline-offset-4 min-h-6 touch:min-h-11";
const POSTED = { formAction: PATHS.selection, formMethod: "post", name: "intent" } as const;

/** The line over the rows that says how many students are selected, here and on other pages. */
export function StudentSelectionSummary({ list, selection }: SelectionProps) {
  const { params, students, found } = list;
  const { count, isTicked, tick, isUnsaved, retry } = selection;
  const keys = students.map(({ id }) => id);
  const here = keys.filter(isTicked).length;
  if (students.length === 0 && count === 0) return null;
  const { isSelectedOnly } = params.filters;
  const filters = { ...params.filters, isSelectedOnly: !isSelectedOnly };
  return (
    <div
      className={joinClassNames(
        "flex min-h-11 items-center gap-3 border-t px-4 py-1.5 md:px-3",
        count > 0 && "border-b border-b-red bg-lit",
      )}
    >
      <PageBox here={here} of={keys.length} onTick={(isOn) => tick(keys, isOn)} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <p role="status">
          {count > 0 ? (
            <Count count={count} here={here} />
          ) : (
            <span className="text-muted">None selected</span>
          )}
        </p>
        {found > here && found > 0 ? (
          <button className={ACT} {...POSTED} value="all">
            Select all {found.toLocaleString("en")}
          </button>
        ) : null}
        {count > 0 ? (
          <>
            <Link
              className={joinClassNames(ACT, "inline-flex items-center")}
              preventScrollReset
              to={studentsUrl({ ...params, filters, page: 1 })}
            >
              {isSelectedOnly ? "Show all students" : "Show selected"}
            </Link>
            <button className={ACT} {...POSTED} value="clear">
              Clear
            </button>
          </>
        ) : null}
        <button
          className={joinClassNames(ACT, "hidden unscripted:inline-flex unscripted:items-center")}
          {...POSTED}
          value="keep"
        >
          Save the selection on this page
        </button>
        {isUnsaved ? (
          <span className="text-refused" role="alert">
            Your last selection was not saved.{" "}
            <button className={ACT} onClick={() => void retry()} type="button">
              Try again
            </button>
          </span>
        ) : null}
      </div>
    </div>
  );
}

function Count({ count, here }: { count: number; here: number }) {
  const others = Math.max(0, count - here);
  return (
    <>
      <strong>{count.toLocaleString("en")} selected</strong>
      {others > 0 ? `, ${others.toLocaleString("en")} of them on other pages` : ""}
    </>
  );
}

type PageBoxProps = { here: number; of: number; onTick: (isOn: boolean) => void };

/** The checkbox that ticks every student of the page. */
function PageBox({ here, of, onTick }: PageBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = here > 0 && here < of;

  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);

  return (
    <input
      aria-label="Select all students on this page"
      checked={of > 0 && here === of}
      className="tick unscripted:invisible"
      disabled={of === 0}
      onChange={(event) => onTick(event.currentTarget.checked)}
      ref={box}
      type="checkbox"
    />
  );
}

/** The bar with the actions for the selected students. */
export function StudentSelectionBar({ list: { params }, selection }: SelectionProps) {
  const { count, onClickOfUse } = selection;
  if (count === 0) return null;
  const file = { ...DOWNLOAD_ATTRIBUTE, reloadDocument: true } as const;
  return (
    <>
      <div className="h-16 md:hidden print:hidden" />
      <FixedBottomBar>
        <div
          className="grid grow grid-cols-2 items-center gap-2 py-2 md:flex md:py-0.5"
          onClickCapture={onClickOfUse}
        >
          <strong className="mr-2 max-md:col-span-2">{count.toLocaleString("en")} selected</strong>
          <PrintMenu />
          <ButtonLink {...file} icon="download" to={withQuery(PATHS.exportStudents, { only: "selected" })}>
            Spreadsheet
          </ButtonLink>
          <ButtonLink preventScrollReset to={studentDialogUrl("selection/class", params)}>
            Move to class
          </ButtonLink>
          <ButtonLink preventScrollReset to={studentDialogUrl("selection/house", params)}>
            Set house
          </ButtonLink>
          <span className="ml-auto text-13 text-muted max-lg:hidden">
            Your selection is kept while you search and turn pages.
          </span>
        </div>
      </FixedBottomBar>
    </>
  );
}

const PRINTED = [
  { list: "list", label: "Student list" },
  { list: "forms", label: "Registration forms" },
] as const;

function PrintMenu() {
  const menu = useCloseOnPressOutside();
  return (
    <details className="relative" ref={menu}>
      <summary className="button button-secondary w-full list-none">
        <Icon name="print" /> Print <Icon name="chevron-up" size={13} />
      </summary>
      <div className="absolute bottom-full left-0 z-20 mb-1 w-max rounded border border-field bg-paper py-1">
        {PRINTED.map(({ list, label }) => (
          <Link
            {...DOWNLOAD_ATTRIBUTE}
            className="flex min-h-11 items-center px-4 text-ink no-underline hover:bg-cream"
            key={list}
            reloadDocument
            to={`${PATHS.selection}/print/${list}`}
          >
            {label}
          </Link>
        ))}
      </div>
    </details>
  );
}
