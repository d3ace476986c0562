import { Link } from "@remix-run/react";
import type { CSSProperties, ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { LevelField } from "#ui/page/level-tabs.tsx";
import {
  formatPrintScope,
  printUrl,
  type PrintClassOption,
  type PrintParams,
  type PrintScreen,
} from "./params.rules.ts";
import { listClassesInPrintScope, canCoverSeveralClasses } from "./words.rules.ts";

/** Lets the person choose a class, a level or the whole school. Each level is a row. */
export function ClassGrid({ screen, chosen }: { screen: PrintScreen; chosen: PrintParams }) {
  const { classes: held, kind, shownLevel } = screen;
  const [only, other] = held;
  if (!only) return <NoClassToPrint />;
  if (!other && kind.whose !== "level") return <OneClass held={only} />;
  const levels = [...new Set(held.map(({ formLevel }) => formLevel))];
  const rows = levels.map((formLevel) => held.filter((item) => item.formLevel === formLevel));
  const isListed = ([first]: readonly PrintClassOption[]) =>
    shownLevel === null || first?.formLevel === shownLevel;
  return (
    <fieldset>
      <legend className="sr-only">Print for</legend>
      <LevelField of={{ levels: [], shown: shownLevel }} />
      <SchoolRow screen={screen} />
      {rows.map((row) => (
        <LevelRow
          cells={Math.max(...rows.filter(isListed).map(({ length }) => length))}
          chosen={chosen}
          isListed={isListed(row)}
          key={row[0]?.formLevel}
          row={row}
          screen={screen}
        />
      ))}
    </fieldset>
  );
}

const ROW =
  "grid grid-cols-[112px_minmax(0,1fr)] border-t first:border-t-0 md:grid-cols-[148px_minmax(0,1fr)]";
const MARGIN = "border-r border-r-rule";
const CELL =
  "relative flex min-h-10 items-center gap-2 px-2.5 touch:min-h-11 md:gap-2.5 md:px-5 has-[:checked]:font-bold has-[:checked]:text-red has-[:checked]:outline has-[:checked]:outline-2 has-[:checked]:-outline-offset-2 has-[:checked]:outline-red has-[:focus-visible]:z-10 has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-red";

function SchoolRow({ screen: { classes: held, kind, params } }: { screen: PrintScreen }) {
  const students = held.reduce((sum, item) => sum + item.students, 0);
  const words = (
    <>
      <span className="text-13 font-normal text-muted">
        {held.length} {held.length === 1 ? "class" : "classes"}
      </span>
      <span className="ml-auto text-13 font-normal text-muted">{students.toLocaleString("en")}</span>
    </>
  );
  return (
    <div className={ROW}>
      <span
        aria-hidden="true"
        className={joinClassNames(MARGIN, "flex items-center bg-cream-2 px-3 text-13 font-semibold md:px-5")}
      >
        Print for
      </span>
      {canCoverSeveralClasses(kind) ? (
        <Cell chosen={params.whose} value="school">
          <span className="font-semibold">Whole school</span>
          {words}
        </Cell>
      ) : (
        <span className="flex min-h-10 items-center gap-2.5 px-3 md:px-5">{words}</span>
      )}
    </div>
  );
}

/** The number of classes in a level up to which there is room for the teachers' names. */
const MOST_WITH_TEACHERS = 3;

type LevelRowProps = {
  row: readonly PrintClassOption[];
  cells: number;
  /** False for a level whose classes are left out, because the school has too many for a page. */
  isListed: boolean;
  screen: PrintScreen;
  /** The options in the form, which the link to the classes of another level keeps. */
  chosen: PrintParams;
};

function LevelRow({ row, cells, isListed, screen, chosen }: LevelRowProps) {
  const { kind, params } = screen;
  const [first] = row;
  if (!first) return null;
  const level = formatPrintScope({ of: "level", formLevel: first.formLevel });
  const isChoice = canCoverSeveralClasses(kind) || kind.whose === "level";
  return (
    <div className={ROW}>
      {isChoice ? (
        <Cell chosen={params.whose} className={MARGIN} value={level}>
          <span className="whitespace-nowrap font-semibold">{first.level}</span>
        </Cell>
      ) : (
        <span className={joinClassNames(MARGIN, "flex items-center px-3 font-semibold md:px-5")}>
          {first.level}
        </span>
      )}
      {isListed ? (
        <ClassCells cells={cells} row={row} screen={screen} />
      ) : (
        <p className="flex min-h-10 items-center px-3 md:px-5">
          <Link preventScrollReset to={printUrl({ ...chosen, level: first.formLevel })}>
            Show its {formatClassCount(row.length)}
          </Link>
        </p>
      )}
    </div>
  );
}

function ClassCells({ row, cells, screen }: Omit<LevelRowProps, "isListed" | "chosen">) {
  const { kind, params } = screen;
  const hasTeachers = cells <= MOST_WITH_TEACHERS;
  return (
    <div
      className="grid grid-cols-[repeat(auto-fill,minmax(max(132px,100%/var(--cells)),1fr))] overflow-hidden max-md:grid-cols-[repeat(min(var(--cells),3),minmax(0,1fr))] [&>*]:-ml-px [&>*]:-mt-px [&>*]:border-l [&>*]:border-t"
      style={{ "--cells": cells } as CSSProperties}
    >
      {row.map((held) =>
        kind.whose === "level" ? (
          <span className="flex items-center gap-2.5 px-3 md:px-5" key={held.classId}>
            <ClassWords hasTeachers={hasTeachers} held={held} />
          </span>
        ) : (
          <Cell
            chosen={params.whose}
            isDisabled={held.isNameless}
            key={held.classId}
            value={formatPrintScope({ of: "class", classId: held.classId })}
          >
            <ClassWords hasTeachers={hasTeachers} held={held} />
          </Cell>
        ),
      )}
    </div>
  );
}

type CellProps = {
  value: string;
  /** The value at the first render. After that, the browser keeps the state of the radio button. */
  chosen: string | null;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
};

function Cell({ value, chosen, isDisabled = false, className, children }: CellProps) {
  return (
    <label
      className={joinClassNames(CELL, isDisabled ? "text-muted" : "cursor-pointer hover:bg-cream", className)}
    >
      <input
        autoComplete="off"
        className="size-4 shrink-0 accent-red !outline-none max-[379px]:sr-only"
        defaultChecked={value === chosen}
        disabled={isDisabled}
        name="for"
        type="radio"
        value={value}
      />
      {children}
    </label>
  );
}

type ClassWordsProps = { held: PrintClassOption; hasTeachers: boolean };

function ClassWords({ held: { label, teachers, students, isNameless }, hasTeachers }: ClassWordsProps) {
  return (
    <>
      <span className="whitespace-nowrap font-semibold">{label}</span>
      {hasTeachers ? (
        <span className="min-w-0 truncate text-13 font-normal text-muted max-md:hidden">
          {isNameless ? "no teacher yet" : teachers}
        </span>
      ) : null}
      <span className="ml-auto text-13 font-normal text-muted max-md:hidden">{students}</span>
    </>
  );
}

function OneClass({ held: { classId, label, teachers, students } }: { held: PrintClassOption }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 px-4 py-3 md:px-5">
      <input name="for" type="hidden" value={formatPrintScope({ of: "class", classId })} />
      <strong>{label}</strong>
      <span className="text-13 text-muted">{teachers}</span>
      <span className="ml-auto text-13 text-muted">{formatCountOf(students, "student")}</span>
    </p>
  );
}

export function NoClassToPrint() {
  return (
    <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
      There is no class here that you can print. The school office registers students under Students, and
      chooses the form teacher of each class in the timetables, under Employees.
    </EmptyState>
  );
}

const MOST_NAMED = 5;

/** Warns before printing about characters in the chosen classes' report cards that no font has. */
export function UnprintableTexts({ screen, whose }: { screen: PrintScreen; whose: string | null }) {
  const ids = new Set(listClassesInPrintScope(whose, screen.classes).map(({ classId }) => classId));
  const own = screen.unprintable.filter(({ classId }) => ids.has(classId));
  if (own.length === 0) return null;
  return (
    <div className="border-t px-4 py-3 text-13 md:px-5">
      <p className="font-semibold">
        {own.length === 1 ? "1 report card has" : `${own.length} report cards have`} characters that cannot be
        printed. Each prints as a question mark.
      </p>
      <ul>
        {own.slice(0, MOST_NAMED).map(({ classId, name, characters }) => (
          <li key={`${classId} ${name}`}>
            {name}: {characters}
          </li>
        ))}
        {own.length > MOST_NAMED ? <li>and {own.length - MOST_NAMED} more</li> : null}
      </ul>
    </div>
  );
}
