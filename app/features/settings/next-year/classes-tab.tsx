import { joinClassNames } from "#ui/classes.ts";
import { useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { RowSavingSelect, getRejectedChoice, NextYearForm } from "./next-year-form.tsx";
import {
  listSharedNextClasses,
  sharedClassField,
  nextClassField,
  type ExpectedClassSize,
  type ClassMoveRow,
  type SharedNextClass,
} from "./moves.rules.ts";
import { previousValueField, SWAP_CHOICES_FIELD } from "./next-year.rules.ts";
import type { NextYearView } from "./next-year.server.ts";

const ROW =
  "grid grid-cols-[116px_minmax(0,1fr)] gap-x-4 lg:grid-cols-[minmax(0,284px)_92px_28px_116px_minmax(0,1fr)] lg:items-center";
const FIRST =
  "border-r border-r-rule px-4 py-1.5 max-lg:row-span-2 md:px-5 lg:flex lg:h-full lg:items-center";

/** The tab that sets, for each class, the class to which its students go next year. */
export function NextYearClassesTab({ moves, bars, nextYear, isPrimary, yearId }: NextYearView) {
  const [form] = useActionForm("next-classes");
  const missing = moves.filter(({ isMissing }) => isMissing).length;
  return (
    <NextYearForm
      button="Save classes"
      form={form}
      says={
        missing > 0 ? (
          <strong className="text-refused">{missing} still to choose</strong>
        ) : (
          "No classes left to choose"
        )
      }
      tab="classes"
      yearId={yearId}
    >
      {listSharedNextClasses(moves, movesChosenIn(form, moves)).map((shared) => (
        <Shared form={form} key={shared.upClassId} shared={shared} />
      ))}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Panel flush>
          <div
            aria-hidden
            className={joinClassNames(
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
              <MoveRow form={form} isPrimary={isPrimary} key={move.classId} move={move} />
            ))}
          </ul>
        </Panel>
        <ComingClasses bars={bars} nextYear={nextYear} />
      </div>
    </NextYearForm>
  );
}

/** Returns the changed choices of a rejected form, by class ID. */
function movesChosenIn(form: ActionFormState, moves: readonly ClassMoveRow[]): Map<number, number | null> {
  const chosen = moves.flatMap(({ classId }): [number, number | null][] => {
    const text = getRejectedChoice(form, { name: nextClassField(classId), was: previousValueField(classId) });
    return text === undefined ? [] : [[classId, text === "" ? null : Number(text)]];
  });
  return new Map(chosen);
}

function Shared({ shared, form }: { shared: SharedNextClass; form: ActionFormState }) {
  const name = sharedClassField(shared.upClassId);
  const rejected = form.reply?.initialValue;
  return (
    <NoticeBox className="mb-4" icon="pencil" title={shared.words} tone="waiting">
      <label
        className={joinClassNames(
          "mt-1 min-h-9 cursor-pointer items-center gap-3 touch:min-h-11",
          shared.isSaid ? "hidden unscripted:flex" : "flex",
        )}
      >
        <input
          className="size-5 accent-red"
          defaultChecked={rejected ? rejected[name] !== undefined : shared.isSaid}
          name={name}
          type="checkbox"
        />
        Yes, these classes will share one class
      </label>
    </NoticeBox>
  );
}

type MoveRowProps = { move: ClassMoveRow; isPrimary: boolean; form: ActionFormState };

function MoveRow({ move, isPrimary, form }: MoveRowProps) {
  const { classId, label, teachers, nextLevel, leaves, endsLevel, isMissing } = move;
  return (
    <li
      className={joinClassNames(
        ROW,
        "min-h-[37px] border-b",
        endsLevel ? "border-b-2 border-b-line-2" : "border-b-line",
        isMissing && "bg-refused-wash",
      )}
    >
      <span className={joinClassNames(FIRST, "flex-wrap items-baseline gap-x-2")}>
        <span className="font-semibold">{label}</span>
        <span className="block min-w-0 truncate text-13 text-muted">{teachers}</span>
      </span>
      <span className="max-lg:pt-1.5 max-lg:text-13 max-lg:text-muted">
        {goUpWords(move)}
        {leaves ? null : <span className="lg:hidden">{nextLevel === null ? " leave" : " go up"}</span>}
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
            <RowSavingSelect
              asks={isMissing ? "refused" : null}
              choices={move.choices}
              ways={(up) => [
                { field: sharedClassField(Number(up)), words: "Share the class" },
                { field: SWAP_CHOICES_FIELD, words: "Swap the two classes" },
              ]}
              form={form}
              label={`${label} goes up to ${nextLevel} ${isPrimary ? "with" : "as"}`}
              name={nextClassField(classId)}
              prompt={isPrimary ? "Choose a teacher" : "Choose a class"}
              rejected={getRejectedChoice(form, {
                name: nextClassField(classId),
                was: previousValueField(classId),
              })}
              rowKey={classId}
              tab="classes"
              value={String(move.up ?? "")}
              was={String(move.up ?? "")}
            />
          </span>
        </>
      )}
    </li>
  );
}

function goUpWords({ nextLevel, students, goUp, leaves }: ClassMoveRow): string {
  if (nextLevel === null) return String(students);
  return leaves ? "if accepted" : `${goUp} of ${students}`;
}

function Leaves() {
  return (
    <>
      <span className="font-semibold max-lg:hidden">leave</span>
      <span className="pb-1.5 pr-4 text-muted lg:py-1.5">graduate from the school</span>
    </>
  );
}

function levelWords(nextLevel: string, isPrimary: boolean): string {
  if (nextLevel === "") return "no class yet";
  return isPrimary ? `${nextLevel} with` : nextLevel;
}

/** The bar of a class is hatched if the number of its students is not known. */
function ComingClasses({ bars, nextYear }: { bars: readonly ExpectedClassSize[]; nextYear: string }) {
  const most = Math.max(1, ...bars.map(({ students }) => students ?? 0));
  return (
    <Panel aside="students" flush title={`Classes of ${nextYear}`}>
      <svg aria-hidden className="absolute size-0">
        <pattern
          height={6}
          id="not-known"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
          width={6}
        >
          <path className="stroke-sepia" d="M0 0v6" strokeWidth={2} />
        </pattern>
      </svg>
      <ul className="divide-y divide-line">
        {bars.map(({ classId, label, students }) => (
          <li
            className="grid min-h-9 grid-cols-[112px_minmax(0,1fr)_64px] items-center gap-3 px-4 md:px-5"
            key={classId}
          >
            <span className="truncate">{label}</span>
            <svg aria-hidden className="h-3.5 w-full">
              <rect
                className={students === null ? "stroke-sepia" : "fill-sepia"}
                fill={students === null ? "url(#not-known)" : undefined}
                height="100%"
                width={`${students === null ? 70 : (students / most) * 100}%`}
              />
            </svg>
            <span className="text-right font-semibold tabular-nums">
              {students ?? (
                <span className="text-muted">
                  <span aria-hidden>?</span>
                  <span className="sr-only">not known</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
