import { Form } from "@remix-run/react";

import { MESSAGES } from "#domain/messages.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { DataTable } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";

import type { Sent } from "../refused-fields.tsx";
import { subjectsUrl, type SchoolSubjects } from "./school-subjects.rules.ts";
import { columnsOf, NEW_ROW, rowClass, SUBJECT_FORM } from "./subject-columns.tsx";

type SchoolSubjectsPageProps = { shown: SchoolSubjects; sent: Sent | null; failed: Failed | null };

/** The subjects that the school teaches, and those that it no longer does; one row at a time is a form (A2). */
export function SchoolSubjectsPage({ shown, sent, failed }: SchoolSubjectsPageProps) {
  const { tab, edit, subjects } = shown;
  const edited = subjects.find(({ id }) => id === edit);
  return (
    <>
      <PageHead
        actions={
          <ButtonLink icon="plus" preventScrollReset to={subjectsUrl({ edit: "new" })}>
            Add Subject
          </ButtonLink>
        }
        title="Add / Edit Subjects"
      />
      <SubjectTabs {...shown} />
      <NotAnswered className="mb-4" failed={failed} title={MESSAGES.recordError} />
      <Form
        action={subjectsUrl({ tab, edit })}
        id={SUBJECT_FORM}
        method="post"
        noValidate
        preventScrollReset
        replace
      >
        <AuthorField />
        <input name="version" type="hidden" value={sent?.typed.version ?? edited?.version ?? ""} />
      </Form>
      <Panel flush>
        <DataTable
          caption={tab === "retired" ? "Retired subjects" : "Subjects"}
          className="people-table"
          columns={columnsOf({ tab, edit, sent })}
          empty={<NoSubject tab={tab} />}
          rowClass={rowClass(edit)}
          rowKey={({ id }) => id}
          rows={edit === "new" && tab === "in use" ? [NEW_ROW, ...subjects] : subjects}
        />
      </Panel>
    </>
  );
}

function SubjectTabs({ tab, counts }: SchoolSubjects) {
  const tabOf = (each: SchoolSubjects["tab"], words: string) => ({
    to: subjectsUrl({ tab: each }),
    current: tab === each,
    title: (
      <>
        {words} <span className="ml-2 font-normal text-muted">{counts[each]}</span>
      </>
    ),
  });
  return <Tabs label="Subjects" tabs={[tabOf("in use", "In use"), tabOf("retired", "Retired")]} />;
}

function NoSubject({ tab }: Pick<SchoolSubjects, "tab">) {
  if (tab === "retired") return <EmptyState action={null}>No subject was retired.</EmptyState>;
  const action = <ButtonLink to={subjectsUrl({ edit: "new" })}>Add the first subject</ButtonLink>;
  return <EmptyState action={action}>The school teaches no subject yet.</EmptyState>;
}
