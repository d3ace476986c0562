import { Link } from "@remix-run/react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { ClassListItem } from "#ui/list/class-line.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { LevelField, LevelTabs } from "#ui/page/level-tabs.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import type { ReportClassChooserView, ReportClassLink, EmptyClass as Empty } from "./classes.rules.ts";

/** Lists the classes with their teachers, for a person who sees several classes. */
export function ClassChooser({ choice }: { choice: ReportClassChooserView }) {
  const { groups, level, term, terms, isCurrent, openCorrections, readsAll } = choice;
  return (
    <>
      <PageHead about={term.label} title={isCurrent ? "Select Class" : "Past reports"} />
      <TermPicker chosen={term.id} terms={terms}>
        <LevelField of={level} />
      </TermPicker>
      {isCurrent ? null : (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {term.label} is over. You can read and print its reports, but you cannot change them
          {openCorrections ? " unless they are open for correction" : ""}.
        </NoticeBox>
      )}
      {openCorrections ? (
        <NoticeBox className="mb-4" icon="pencil" tone="waiting">
          {openCorrections}
        </NoticeBox>
      ) : null}
      <LevelTabs
        levelTo={(shown) => withQuery(PATHS.termReports, { term: term.id, level: shown })}
        of={level}
      />
      {groups.length === 0 ? (
        <Panel flush>
          <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
            {readsAll
              ? `No class has students in ${term.label} yet. The school office registers students under Students.`
              : `You have no class in ${term.label}. The school office assigns form teachers under Employees.`}
          </EmptyState>
        </Panel>
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          {groups.map(({ title, classes: inGroup }) => (
            <Panel className="self-start" flush key={title} title={title}>
              <ul className="divide-y divide-line">
                {inGroup.map((item) => (
                  <ClassRow key={item.url} link={item} />
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </>
  );
}

/** Shows a class with its teachers, the progress of its reports, and what the person still has to do. */
function ClassRow({
  link: { url, overview, label, teachers, counts, isAllDone, pendingWork },
}: {
  link: ReportClassLink;
}) {
  return (
    <li className="flex items-stretch hover:bg-cream">
      <ClassListItem className="min-w-0 grow" label={label} teachers={teachers} url={url}>
        <span
          className={joinClassNames(
            "flex items-center gap-1.5 text-13",
            isAllDone ? "text-saved" : "text-muted",
          )}
        >
          {isAllDone ? <Icon name="tick" /> : null}
          {counts}
        </span>
        {pendingWork ? <span className="text-13 font-semibold text-red">{pendingWork}</span> : null}
      </ClassListItem>
      <Link
        className={joinClassNames(
          "flex shrink-0 items-center px-4 md:px-5",
          overview.words === "Sign" ? "font-semibold" : "text-muted hover:text-red",
        )}
        to={overview.url}
      >
        {overview.words}
        <span className="sr-only"> the reports of {label}</span>
      </Link>
    </li>
  );
}

/** The page for a class without students, which has no reports. */
export function EmptyClassPage({ empty }: { empty: Empty }) {
  return (
    <>
      <PageHead about={empty.period} title={empty.classLabel} />
      <EmptyClassNotice empty={empty} />
    </>
  );
}

/** The notice in place of reports. Links back to the choice of classes if there is one. */
export function EmptyClassNotice({ empty: { classLabel, period, chooserUrl } }: { empty: Empty }) {
  const wayOut = chooserUrl ? (
    <ButtonLink to={chooserUrl}>Choose another class</ButtonLink>
  ) : (
    <ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>
  );
  return (
    <Panel flush>
      <EmptyState action={wayOut}>
        No student is registered in {classLabel} for {period} yet.
      </EmptyState>
    </Panel>
  );
}
