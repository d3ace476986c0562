import { classes } from "#ui/classes.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { Sent } from "../refused-fields.tsx";
import { ChoiceSelect, chosenIn } from "./choice-select.tsx";
import { ComingClasses } from "./coming-classes.tsx";
import { wasField } from "./judge.rules.ts";
import { sharedClasses, sharedField, upField, type Move, type SharedClass } from "./moves.rules.ts";
import { NextYearForm, type NextYearProps } from "./next-year-form.tsx";

const ROW =
  "grid grid-cols-[116px_minmax(0,1fr)] gap-x-4 lg:grid-cols-[minmax(0,284px)_92px_28px_116px_minmax(0,1fr)] lg:items-center";
const FIRST =
  "border-r border-r-rule px-4 py-1.5 max-lg:row-span-2 md:px-5 lg:flex lg:h-full lg:items-center";

/** A line a class: how many of it go up, and whose they are then. */
export function ClassesTab({ shown, sent }: NextYearProps) {
  const { moves, bars, nextYear, isPrimary } = shown;
  const missing = moves.filter(({ isMissing }) => isMissing).length;
  return (
    <NextYearForm
      button="Save"
      says={
        missing > 0 ? (
          <strong className="text-refused">{missing} to choose</strong>
        ) : (
          "Every class has its next one"
        )
      }
      tab="classes"
      yearId={shown.yearId}
    >
      {sharedClasses(moves, typedIn(sent, moves)).map((each) => (
        <Shared each={each} key={each.upClassId} sent={sent} />
      ))}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Panel flush>
          <div
            aria-hidden
            className={classes(
              ROW,
              "min-h-10 border-b border-b-red bg-cream-2 text-13 font-semibold max-lg:hidden",
            )}
          >
            <span className={FIRST}>This year</span>
            <span>Go up</span>
            <span />
            <span>Next year</span>
            <span>{isPrimary ? "With" : "Class"}</span>
          </div>
          <ul>
            {moves.map((move) => (
              <MoveRow isPrimary={isPrimary} key={move.classId} move={move} sent={sent} />
            ))}
          </ul>
        </Panel>
        <ComingClasses bars={bars} nextYear={nextYear} />
      </div>
    </NextYearForm>
  );
}

function typedIn(sent: Sent | null, moves: readonly Move[]): Map<number, number | null> {
  const typed = moves.flatMap(({ classId }): [number, number | null][] => {
    const text = chosenIn(sent, { name: upField(classId), was: wasField(classId) });
    return text === undefined ? [] : [[classId, text === "" ? null : Number(text)]];
  });
  return new Map(typed);
}

function Shared({ each, sent }: { each: SharedClass; sent: Sent | null }) {
  const name = sharedField(each.upClassId);
  return (
    <NoticeBox className="mb-4" icon="pencil" title={each.words} tone="waiting">
      <label className="mt-1 flex min-h-9 cursor-pointer items-center gap-3 touch:min-h-11">
        <input
          className="size-5 accent-red"
          defaultChecked={sent ? sent.typed[name] !== undefined : each.isSaid}
          name={name}
          type="checkbox"
        />
        That is meant: they share the class
      </label>
    </NoticeBox>
  );
}

type MoveRowProps = { move: Move; isPrimary: boolean; sent: Sent | null };

function MoveRow({ move, isPrimary, sent }: MoveRowProps) {
  const { classId, label, teachers, students, goUp, nextLevel, endsLevel, isMissing } = move;
  return (
    <li
      className={classes(
        ROW,
        "min-h-[37px] border-b",
        endsLevel ? "border-b-2 border-b-line-2" : "border-b-line",
        isMissing && "bg-refused-wash",
      )}
    >
      <span className={classes(FIRST, "flex-wrap items-baseline gap-x-2")}>
        <span className="font-semibold">{label}</span>
        <span className="block min-w-0 truncate text-13 text-muted">{teachers}</span>
      </span>
      <span className="max-lg:pt-1.5 max-lg:text-13 max-lg:text-muted">
        {nextLevel === null ? students : `${goUp} of ${students}`}
        <span className="lg:hidden">{nextLevel === null ? " leave" : " go up"}</span>
      </span>
      <span className="text-muted max-lg:hidden">
        <Icon name="arrow-right" />
      </span>
      {nextLevel === null ? (
        <Leaves />
      ) : (
        <>
          <span className="font-semibold max-lg:hidden">{levelWords(nextLevel, isPrimary)}</span>
          <span className="pb-1.5 pr-4 md:pr-5 lg:py-px">
            <input name={wasField(classId)} type="hidden" value={move.up ?? ""} />
            <ChoiceSelect
              asks={isMissing ? "refused" : null}
              choices={move.choices}
              label={`${label} goes up to ${nextLevel} ${isPrimary ? "with" : "as"}`}
              name={upField(classId)}
              prompt={isPrimary ? "Choose a teacher" : "Choose a class"}
              sent={sent}
              typed={chosenIn(sent, { name: upField(classId), was: wasField(classId) })}
              value={String(move.up ?? "")}
            />
          </span>
        </>
      )}
    </li>
  );
}

function Leaves() {
  return (
    <>
      <span className="font-semibold max-lg:hidden">leave</span>
      <span className="pb-1.5 pr-4 text-muted lg:py-1.5">graduates of the school</span>
    </>
  );
}

function levelWords(nextLevel: string, isPrimary: boolean): string {
  if (nextLevel === "") return "no class yet";
  return isPrimary ? `${nextLevel} with` : nextLevel;
}
