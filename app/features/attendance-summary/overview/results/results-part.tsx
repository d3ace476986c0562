import type { ReactNode } from "react";
import { MIN_FAILED_SUBJECTS } from "#domain/figures/results.ts";
import { joinClassNames } from "#ui/classes.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { FigureCell, FigureCellRow } from "#ui/list/figure-strip.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { HiddenParamFields, OverviewSection } from "../parts.tsx";
import { GradesPanel, SubjectGradesPanel } from "./grades-panels.tsx";
import { MeansPanel } from "./means-table.tsx";
import {
  overviewUrl,
  markListUrl,
  type OverviewParams,
  type MarkListName,
} from "../overview-address.rules.ts";
import type { TestFiguresProps, TermTestFigures, TermTestView } from "./results.server.ts";
import { formatChange, formatFigure } from "./results-view.rules.ts";

type PartProps = { results: TermTestView; params: OverviewParams };

/** Shows the results of a term and test: means, passes, grades, and the students with striking results. */
export function ResultsSection({ results, params }: PartProps) {
  const { figures, about } = results;
  return (
    <OverviewSection
      about={
        figures === null
          ? about
          : `${about} Means leave out subjects with grades only, and students who were absent or handed in no work.`
      }
      controls={<ResultControls params={params} results={results} />}
      id="results"
      title="Results"
    >
      {figures === null ? (
        <Panel>
          <NoFigures params={params} results={results} />
        </Panel>
      ) : (
        <Figures figures={figures} params={params} results={results} />
      )}
    </OverviewSection>
  );
}

function NoFigures({ results: { title, hasClasses, isAll, isOver }, params }: PartProps) {
  if (!hasClasses)
    return (
      <EmptyState action={null} title="No classes in this term">
        {isAll ? "No class had students in this term." : "You did not have these classes in this term."} You
        can choose another term.
      </EmptyState>
    );
  return (
    <EmptyState
      action={<ButtonLink to={markListUrl("missing", params)}>Marks missing by teacher</ButtonLink>}
      title={isOver ? `No ${title} marks` : `No ${title} marks yet`}
    >
      {isOver ? "No marks were entered for this test." : "The figures appear as teachers enter marks."} You
      can choose another term or test.
    </EmptyState>
  );
}

/**
 * Links to the other tests, and a select for the term. They reload the whole page, because the choice of the visible
 * part on a phone is in the URL's fragment.
 */
function ResultControls({ results: { term, terms, test, tests }, params }: PartProps) {
  const { day: date, level } = params;
  return (
    <div className="flex flex-wrap items-center gap-2 md:shrink-0 print:hidden">
      <TermPicker
        action={`${overviewUrl({ day: null, level: null })}#results`}
        chosen={term}
        className=""
        id="results-term"
        terms={terms}
      >
        <HiddenParamFields params={{ date, level, test }} />
      </TermPicker>
      {tests.length > 1 ? (
        <nav aria-label="Test" className="max-md:grow">
          <ul className="flex overflow-hidden rounded border border-field bg-paper">
            {tests.map(({ id, title }) => (
              <li className="max-md:grow" key={id}>
                <a
                  aria-current={id === test ? "true" : undefined}
                  className={joinClassNames(
                    "flex min-h-10 items-center px-4 font-semibold no-underline max-md:justify-center touch:min-h-11",
                    id === test ? "bg-red text-on-red hover:text-on-red" : "text-ink hover:text-red",
                  )}
                  href={`${overviewUrl({ ...params, test: id })}#results`}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  );
}

function Figures({ results, figures, params }: TestFiguresProps) {
  const { missing, total } = figures;
  const count = missing.toLocaleString("en");
  const all = `${total.toLocaleString("en")} ${results.title} marks`;
  return (
    <>
      {missing === 0 ? null : (
        <NoticeBox
          className="mb-4 [&_strong]:text-waiting"
          icon="pencil"
          title={results.isOver ? "These results are not complete." : "These results are provisional."}
          tone="waiting"
        >
          {results.isOver
            ? `Teachers never entered ${count} of the ${all}. `
            : `${count} of ${all} are missing, so means may still change. `}
          <a href={markListUrl("missing", params)}>Marks missing by teacher</a>
        </NoticeBox>
      )}
      <MainFigures figures={figures} params={params} results={results} />
      <MeansPanel figures={figures} params={params} results={results} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <GradesPanel figures={figures} params={params} results={results} />
        <FailingPanel figures={figures} params={params} results={results} />
        <ChangePanel
          changes={figures.falls}
          figures={figures}
          list="falls"
          params={params}
          title="Biggest falls"
        />
        <ChangePanel
          changes={figures.rises}
          figures={figures}
          list="rises"
          params={params}
          title="Biggest rises"
        />
      </div>
      <SubjectGradesPanel figures={figures} params={params} results={results} />
    </>
  );
}

function MainFigures({ figures, results: { test }, params }: TestFiguresProps) {
  const { before, yearAgo, yearAgoTerm, passMark, failing, students, missing, total, teachers } = figures;
  const marks =
    passMark === null ? "marks at or above the level’s pass mark" : `marks of ${passMark} or more`;
  const inTerm = (list: MarkListName, term: number | null, words: string) =>
    term === null ? (
      words
    ) : (
      <a
        className="inline-flex min-h-6 items-center touch:min-h-11"
        href={markListUrl(list, { ...params, term, test })}
      >
        {words}
      </a>
    );
  return (
    <FigureCellRow>
      <LinkedFigure
        list="averages"
        params={params}
        title="Mean"
        words={
          <>
            {before && inTerm("averages", before.term, `${before.words}: ${formatFigure(before.mean)}`)}
            {before && yearAgo !== null ? ", " : null}
            {yearAgo === null
              ? null
              : inTerm("averages", yearAgoTerm, `a year ago: ${formatFigure(yearAgo)}`)}
            {before === null && yearAgo === null ? "no earlier term" : null}
          </>
        }
      >
        {formatFigure(figures.mean)}
      </LinkedFigure>
      <LinkedFigure
        list="below-pass"
        params={params}
        title="Pass rate"
        words={
          <>
            {marks}
            {before ? "; " : null}
            {before && inTerm("below-pass", before.term, `${before.words}: ${before.passRate}%`)}
          </>
        }
      >
        {figures.passRate}%
      </LinkedFigure>
      <LinkedFigure
        list="failing"
        params={params}
        title="Failing 3+ subjects"
        words={`of ${formatCountOf(students, "student")}, ${Math.round((100 * failing.count) / Math.max(1, students))}%`}
      >
        {failing.count.toLocaleString("en")}
      </LinkedFigure>
      <LinkedFigure
        list="missing"
        params={params}
        title="Marks missing"
        words={`of ${total.toLocaleString("en")}${teachers > 0 ? `, from ${formatCountOf(teachers, "teacher")}` : ""}`}
      >
        {missing.toLocaleString("en")}
      </LinkedFigure>
    </FigureCellRow>
  );
}

type LinkedFigureProps = {
  title: string;
  words: ReactNode;
  list: MarkListName;
  params: OverviewParams;
  children: ReactNode;
};

function LinkedFigure({ title, words, list, params, children }: LinkedFigureProps) {
  return (
    <FigureCell about={words} title={title}>
      <a href={markListUrl(list, params)}>
        {children}
        <span className="sr-only"> {title}: list of names</span>
      </a>
    </FigureCell>
  );
}

/** A line with a student: the class, the name and figures. On wide screens the name is first. */
const RESULT_NAME = "grid min-h-12 items-center gap-x-3 border-b px-4 py-1.5 last:border-b-0 md:px-5";

function FailingPanel({ figures: { failing }, params }: TestFiguresProps) {
  return (
    <Panel
      aside={failing.count === 0 ? null : `${formatCountOf(failing.count, "student")}, most subjects first`}
      flush
      heading="h3"
      title="Failing three subjects or more"
    >
      {failing.count === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">
          No student has a mark below the pass mark in {MIN_FAILED_SUBJECTS} subjects.
        </p>
      ) : (
        <>
          <ul>
            {failing.rows.map(({ studentKey, name, label, url, count, subjects }) => (
              <li
                className={`${RESULT_NAME} grid-cols-[48px_minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_84px_28px]`}
                key={studentKey}
              >
                <StudentCells label={label} name={name} url={url}>
                  <small className="block text-13 text-muted">{subjects}</small>
                </StudentCells>
                <strong className="text-right text-red md:order-3">
                  {count}
                  <span className="sr-only"> subjects</span>
                </strong>
              </li>
            ))}
          </ul>
          <p className="panel-links">
            <a href={markListUrl("failing", params)}>All {formatCountOf(failing.count, "student")}</a>
            <a href={markListUrl("failing", { ...params, by: "class" })}>By class</a>
            <a href={markListUrl("failing", { ...params, by: "subject" })}>By subject</a>
          </p>
        </>
      )}
    </Panel>
  );
}

type StudentCellsProps = { label: string; name: string; url: string; children?: ReactNode };

/** The class and the linked name of a student in a list of results. */
function StudentCells({ label, name, url, children }: StudentCellsProps) {
  return (
    <>
      <span className="md:order-2">{label}</span>
      <span className="md:order-1">
        <a className="font-semibold text-ink no-underline hover:text-red hover:underline" href={url}>
          {name}
        </a>
        {children}
      </span>
    </>
  );
}

type ChangeProps = Pick<TestFiguresProps, "figures" | "params"> & {
  changes: TermTestFigures["falls"];
  list: "falls" | "rises";
  title: string;
};

function ChangePanel({ figures: { earlier, isCompared }, params, changes, list, title }: ChangeProps) {
  const { count, rows } = changes;
  return (
    <Panel
      aside={earlier === null ? null : `average compared with ${earlier}`}
      flush
      heading="h3"
      title={title}
    >
      {count === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">
          {isCompared
            ? `No student’s average ${list === "falls" ? "fell" : "rose"}. Only students with every mark in both terms are compared.`
            : "These classes have no earlier term to compare with."}
        </p>
      ) : (
        <>
          <ul>
            {rows.map(({ studentKey, name, label, url, before, now }) => (
              <li
                className={`${RESULT_NAME} grid-cols-[48px_minmax(0,1fr)_auto_52px] md:grid-cols-[minmax(0,1fr)_84px_104px_52px]`}
                key={studentKey}
              >
                <StudentCells label={label} name={name} url={url} />
                <span className="text-muted md:order-3 md:text-right">
                  {formatFigure(before)} to {formatFigure(now)}
                </span>
                <strong className={joinClassNames("text-right md:order-3", list === "falls" && "text-red")}>
                  {formatChange(now, before)}
                </strong>
              </li>
            ))}
          </ul>
          <p className="panel-links">
            <a href={markListUrl(list, params)}>All {formatCountOf(count, "student")}</a>
          </p>
        </>
      )}
    </Panel>
  );
}
