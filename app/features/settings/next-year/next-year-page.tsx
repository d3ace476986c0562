import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { MESSAGES } from "#domain/messages.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";

import { RefusedFields } from "../refused-fields.tsx";
import { ClassesTab } from "./classes-tab.tsx";
import { LessonsTab } from "./lessons/lessons-tab.tsx";
import { classesOf, nextYearUrl, type NextYearTab } from "./next-year.rules.ts";
import type { NextYear } from "./read-next-year.server.ts";
import type { NextYearProps } from "./next-year-form.tsx";
import { TeachersTab } from "./teachers-tab.tsx";

/** Which class goes up with which teacher, and who teaches what next year (picture 29). */
export function NextYearPage({ shown, sent, failed }: NextYearProps & { failed: Failed | null }) {
  return (
    <>
      <PageHead about={<About {...shown} />} actions={<Rehearse {...shown} />} title="Next Year's Classes" />
      <NotAnswered className="mb-4" failed={failed} title={MESSAGES.recordError} />
      {shown.classes === 0 ? (
        <>
          <div className="mb-4 empty:hidden">
            <RefusedFields idPrefix="" sent={sent} title="Nothing was made" />
          </div>
          <NotMade {...shown} />
        </>
      ) : (
        <Made sent={sent} shown={shown} />
      )}
    </>
  );
}

function About({ tab, thisYear, nextYear }: NextYear) {
  const year = <span className="whitespace-nowrap">{nextYear}</span>;
  if (tab === "teachers") return <>Who is to have each class of {year}</>;
  if (tab === "classes")
    return <>{year}: which class goes up with which teacher. Who repeats stays with this year&apos;s.</>;
  return (
    <>
      Teachers&apos; lessons, carried from <span className="whitespace-nowrap">{thisYear}</span> into {year}
    </>
  );
}

/** Once next year has classes it can be seen who goes where. */
function Rehearse({ rehearse, classes }: NextYear) {
  if (!rehearse || classes === 0) return null;
  return (
    <ButtonLink icon="arrow-right" to={rehearse.to}>
      {rehearse.words}
    </ButtonLink>
  );
}

function NotMade(shown: NextYear) {
  return (
    <div id="year">
      <Panel>
        <EmptyState
          action={
            <MakeForm words={`Make ${classesOf(shown.notMade)} of ${shown.nextYear}`} yearId={shown.yearId} />
          }
          title={`${shown.nextYear} has no classes yet`}
        >
          They are made from those of this year, with their teachers, lessons and deans, and can be changed
          until the year turns. Nothing of this year changes.
        </EmptyState>
      </Panel>
    </div>
  );
}

function MakeForm({ yearId, words }: { yearId: number; words: string }) {
  return (
    <Form method="post" preventScrollReset replace>
      <AuthorField />
      <input name="year" type="hidden" value={yearId} />
      <BusyButton busy="Making" intent="make">
        {words}
      </BusyButton>
    </Form>
  );
}

const TABS: Record<NextYearTab, (props: NextYearProps) => ReactNode> = {
  classes: ClassesTab,
  teachers: TeachersTab,
  lessons: LessonsTab,
};

function Made({ shown, sent }: NextYearProps) {
  const Shown = TABS[shown.tab];
  return (
    <>
      <NextYearTabs {...shown} />
      {shown.notMade > 0 ? (
        <NoticeBox
          action={<MakeForm words="Make them too" yearId={shown.yearId} />}
          className="mb-4"
          icon="pencil"
          title={`${classesOf(shown.notMade)} of this year ${shown.notMade === 1 ? "has" : "have"} none in ${shown.nextYear}.`}
          tone="waiting"
        />
      ) : null}
      {shown.nowhere && shown.tab === "classes" ? (
        <NoticeBox className="mb-4" icon="refused" title={shown.nowhere.strong} tone="refused">
          {shown.nowhere.words}
        </NoticeBox>
      ) : null}
      <RefusedFields idPrefix="" sent={sent} title="Nothing was saved" />
      {/* What was stored since is drawn anew. */}
      <Shown key={JSON.stringify([shown.moves, shown.leads, shown.rows])} sent={sent} shown={shown} />
    </>
  );
}

function NextYearTabs({ tab, lessons, toLookAt }: NextYear) {
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
        <span className="max-md:hidden"> to look at</span>
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
