import type { ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { formatClassCount } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { NextYearClassesTab } from "./classes-tab.tsx";
import { NextYearLessonsTab } from "./lessons-tab.tsx";
import { nextYearUrl, type NextYearTab } from "./next-year.rules.ts";
import type { NextYearView } from "./next-year.server.ts";
import { NextYearTeachersTab } from "./teachers-tab.tsx";

/** Plans next year: which class goes up to which, who is its form teacher, and who teaches each subject. */
export function NextYearPage(view: NextYearView) {
  return (
    <>
      <PageHead about={<About {...view} />} actions={<NextSteps {...view} />} title="Next year’s classes" />
      {view.classes === 0 ? <NotMade {...view} /> : <Made {...view} />}
    </>
  );
}

function About({ tab, thisYear, nextYear }: NextYearView) {
  const year = <span className="whitespace-nowrap">{nextYear}</span>;
  if (tab === "teachers") return <>The teacher of each class in {year}</>;
  if (tab === "classes")
    return (
      <>
        The class and teacher that each class goes up to in {year}. Students who repeat stay with this year’s
        teacher.
      </>
    );
  return (
    <>
      Teachers’ lessons, carried over from <span className="whitespace-nowrap">{thisYear}</span> to {year}
    </>
  );
}

/**
 * Links to the import of new students, which names next year's classes, and to a rehearsal, which shows where each
 * student would go. Both need classes.
 */
function NextSteps({ rehearse, classes }: NextYearView) {
  if (!rehearse || classes === 0) return null;
  return (
    <>
      <ButtonLink icon="upload" to={`${PATHS.schoolImports}/entrants`}>
        Import new entrants
      </ButtonLink>
      <ButtonLink icon="arrow-right" to={rehearse.to}>
        {rehearse.words}
      </ButtonLink>
    </>
  );
}

function NotMade({ notMade, nextYear, yearId }: NextYearView) {
  return (
    <Panel>
      <EmptyState
        action={<MakeForm words={`Make ${formatClassCount(notMade)} for ${nextYear}`} yearId={yearId} />}
        title={`${nextYear} has no classes yet`}
      >
        The classes are copied from this year, with their teachers, lessons and deans. You can change them
        until the new school year starts. Nothing changes this year.
      </EmptyState>
    </Panel>
  );
}

function MakeForm({ yearId, words }: { yearId: number; words: string }) {
  const [form, fields] = useActionForm<{ year: string }>("make-year", { year: yearId });
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="No classes were made" replace>
      <HiddenField field={fields.year} />
      <div>
        <BusyButton busy="Making" intent="make">
          {words}
        </BusyButton>
      </div>
    </ActionForm>
  );
}

const TABS: Record<NextYearTab, (view: NextYearView) => ReactNode> = {
  classes: NextYearClassesTab,
  teachers: NextYearTeachersTab,
  lessons: NextYearLessonsTab,
};

function Made(view: NextYearView) {
  const { tab, notMade, nextYear, nowhere, yearId } = view;
  const Tab = TABS[tab];
  return (
    <>
      <NextYearTabs {...view} />
      {notMade > 0 ? (
        <NoticeBox
          action={
            <MakeForm
              words={notMade === 1 ? "Make this class too" : "Make these classes too"}
              yearId={yearId}
            />
          }
          className="mb-4"
          icon="pencil"
          title={`${formatClassCount(notMade)} of this year ${notMade === 1 ? "does" : "do"} not exist in ${nextYear} yet.`}
          tone="waiting"
        />
      ) : null}
      {nowhere && tab === "classes" ? (
        <NoticeBox className="mb-4" icon="refused" title={nowhere.strong} tone="refused">
          {nowhere.words}
        </NoticeBox>
      ) : null}
      <Tab {...view} key={tab} />
    </>
  );
}

function NextYearTabs({ tab, lessons, toLookAt }: NextYearView) {
  const tabOf = (each: NextYearTab, words: string, count: ReactNode = null) => ({
    to: nextYearUrl(each),
    current: tab === each,
    title: (
      <>
        {words} {count ? <span className="ml-2 font-normal text-muted">{count}</span> : null}
      </>
    ),
  });
  const count =
    toLookAt > 0 && tab !== "lessons" ? (
      <>
        {toLookAt}
        <span className="max-md:hidden"> to check</span>
      </>
    ) : (
      lessons
    );
  return (
    <Tabs
      label="Next year"
      tabs={[tabOf("classes", "Classes"), tabOf("teachers", "Teachers"), tabOf("lessons", "Lessons", count)]}
    />
  );
}
