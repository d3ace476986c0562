import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { EmptyState, TermNotFound } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { lateBoardViewUrl, LATE_BOARD_GROUPS_PER_PAGE, withLateBoardView } from "./board-address.rules.ts";
import type { LateBoardParams, LateBoardView, LateBoard, LateBoardData, MissingWorkKind } from "./board.ts";
import { LateClassesTable } from "./class-table.tsx";
import { LateBoardFigures } from "./figures.tsx";
import { LateMarkSheetGroups } from "./sheet-groups.tsx";

const TITLE = "Late Board";

const VIEWS: Record<LateBoardView, string> = {
  classes: "Classes",
  subjects: "Subjects",
  teachers: "Teachers",
};

/** The text of each filter in the line above the list. */
const LOOKED_FOR: Record<MissingWorkKind, string> = {
  all: "",
  marks: "with marks missing",
  reports: "with incomplete reports",
  signatures: "with unsigned reports",
  posting: "with unposted reports",
};

/** Shows the principal and administrators which work is late. */
export function LateBoardPage({ board }: { board: LateBoard | null }) {
  if (!board) return <TermNotFound currentTo={PATHS.lateBoard} title={TITLE} />;
  return (
    <>
      <PageHead
        about={["Work that is late", board.term.label, board.entry].filter(Boolean).join(" · ")}
        actions={<AnotherTerm board={board} />}
        title={TITLE}
      />
      {board.openCorrections > 0 ? (
        <NoticeBox
          action={<Link to={PATHS.pastTerms}>See open past terms</Link>}
          className="mb-4"
          icon="pencil"
          tone="waiting"
        >
          {board.openCorrections === 1
            ? "A past term is open for correction."
            : `${board.openCorrections} corrections of past terms are open.`}
        </NoticeBox>
      ) : null}
      <LateBoardFigures {...board} />
      <ViewTabs board={board} />
      <Narrowed board={board} />
      <Panel flush>
        <Shown board={board} />
        <Paging
          of={nounOf(board.params.view)}
          page={board.params.page}
          pageSize={LATE_BOARD_GROUPS_PER_PAGE}
          pageTo={(page) => lateBoardViewUrl({ ...board.params, page })}
          total={board.listed}
        />
      </Panel>
    </>
  );
}

/** Chooses another term without changing the view or the filter. */
function AnotherTerm({ board: { params, term, terms } }: { board: LateBoardData }) {
  return (
    <TermPicker chosen={term.id} className="[&>select]:max-md:grow" terms={terms}>
      {params.view === "classes" ? null : <input name="by" type="hidden" value={params.view} />}
      {params.missing === "all" ? null : <input name="missing" type="hidden" value={params.missing} />}
    </TermPicker>
  );
}

function ViewTabs({ board: { params } }: { board: LateBoardData }) {
  const views = Object.keys(VIEWS) as LateBoardView[];
  const tabs = views.map((view) => ({
    to: lateBoardViewUrl(withLateBoardView(params, view)),
    title: VIEWS[view],
    current: params.view === view,
  }));
  return <Tabs label="Group by" tabs={tabs} />;
}

/** Shows how the list is filtered, with a link to the full list. */
function Narrowed({ board: { params, onlyClass, listed, total } }: { board: LateBoardData }) {
  if (params.missing === "all" && onlyClass === null) return null;
  if (listed === 0) return null;
  const words =
    onlyClass ??
    `${listed.toLocaleString("en")} of ${total.toLocaleString("en")} ${nounOf(params.view)} ${LOOKED_FOR[params.missing]}`;
  return (
    <p className="mb-3 flex flex-wrap items-baseline gap-x-4">
      <span className="font-semibold">{words}</span>
      <Link preventScrollReset to={lateBoardViewUrl(withoutFilter(params))}>
        Show all {nounOf(params.view)}
      </Link>
    </p>
  );
}

function withoutFilter(params: LateBoardParams): LateBoardParams {
  return { ...params, missing: "all", classId: null, page: 1 };
}

/** Returns the noun for the counted rows. The view by subject is grouped by class, so it counts classes too. */
function nounOf(view: LateBoardView): string {
  return view === "teachers" ? "teachers" : "classes";
}

function Shown({ board }: { board: LateBoardData }) {
  const { params, classes, groups, total, listed, term } = board;
  if (total === 0) {
    return (
      <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
        No class has students and lessons in {term.label} yet. The school office registers students under
        Students and assigns lessons under Employees.
      </EmptyState>
    );
  }
  if (listed === 0) return <NothingMissing board={board} />;
  if (params.view === "classes") return <LateClassesTable classes={classes} params={params} />;
  return <LateMarkSheetGroups groups={groups} view={params.view} />;
}

function NothingMissing({ board: { params } }: { board: LateBoardData }) {
  const all = (
    <ButtonLink to={lateBoardViewUrl(withoutFilter(params))}>Show all {nounOf(params.view)}</ButtonLink>
  );
  return (
    <EmptyState action={all} title="Nobody is late">
      There are no {nounOf(params.view)} {LOOKED_FOR[params.missing]}.
    </EmptyState>
  );
}
