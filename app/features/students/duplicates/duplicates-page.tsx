import { Form, Link } from "@remix-run/react";
import { SIMILARITY_WORDS } from "#domain/people/alike.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { mergeUrl } from "#domain/people/merge-address.ts";
import { capitalise } from "#domain/text/capital.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { LabelledTextField } from "#ui/form/field.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import type { ComparedStudentView } from "../merge/merge.server.ts";
import type { DifferentChildrenInput, DuplicatesView, FailedComparison } from "./duplicates.server.ts";

type DuplicatesPageProps = { duplicates: DuplicatesView; failedComparison: FailedComparison | null };

/** Lists pairs of records that may belong to one child, and recent merges. A form compares any other two records. */
export function DuplicatesPage({ duplicates, failedComparison }: DuplicatesPageProps) {
  const { pairs, page, pageSize, total, merges } = duplicates;
  return (
    <>
      <PageHead
        about="These pairs of records may belong to the same child. Nothing is merged until you decide."
        title="Duplicates"
      />
      <div className="grid gap-4 lg:grid-cols-[1fr_320px] lg:items-start">
        <Panel aside={total > 0 ? total : null} flush title="Probably the same child">
          {total === 0 ? (
            <EmptyState action={null} title="No duplicates found">
              No two students have the same, or almost the same, name and date of birth.
            </EmptyState>
          ) : null}
          <ul className="divide-y divide-line">
            {pairs.map((pair) => (
              <Pair key={`${pair.kept.key} ${pair.merged.key}`} pair={pair} />
            ))}
          </ul>
          <Paging
            of="pairs"
            page={page}
            pageSize={pageSize}
            pageTo={(to) => withQuery(PATHS.duplicates, { page: to })}
            total={total}
          />
        </Panel>
        <CompareOthers failedComparison={failedComparison} />
        {merges.length > 0 ? <Merges merges={merges} /> : null}
      </div>
    </>
  );
}

function Pair({ pair: { kept, merged, likeness } }: { pair: DuplicatesView["pairs"][number] }) {
  const [form, fields] = useActionForm<DifferentChildrenInput>(`two-children-${kept.key}-${merged.key}`, {
    one: kept.key,
    other: merged.key,
  });
  const names = `${kept.name} and ${merged.name}`;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <p className="text-13 text-muted">{capitalise(SIMILARITY_WORDS[likeness])}</p>
      <div className="grid gap-3 md:grid-cols-2">
        <StudentWithLink student={kept} />
        <StudentWithLink student={merged} />
      </div>
      <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was changed">
        <HiddenField field={fields.one} />
        <HiddenField field={fields.other} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink aria-label={`Compare ${names}`} to={mergeUrl({ kept: kept.key, merged: merged.key })}>
            Compare
          </ButtonLink>
          <Button aria-label={`Keep separate: ${names}`} kind="quiet">
            Keep separate
          </Button>
        </div>
      </ActionForm>
    </li>
  );
}

export function StudentWithLink({
  student: { key, name, lastName, about, picture },
}: {
  student: ComparedStudentView;
}) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <StudentPicture name={lastName} size={40} src={picture} studentId={key} />
      <p className="min-w-0">
        <Link className="inline-block min-h-6 break-words font-semibold" to={`${PATHS.students}/${key}`}>
          {name}
        </Link>
        <span className="block break-words text-13 text-muted">{about}</span>
      </p>
    </div>
  );
}

/** A form that compares any two records, even if their names are not similar. */
function CompareOthers({ failedComparison }: Pick<DuplicatesPageProps, "failedComparison">) {
  const field = (name: "one" | "other") => ({
    name,
    defaultValue: failedComparison?.typed[name],
    error: failedComparison?.faults[name],
    autoComplete: "off",
    required: true,
  });
  return (
    <Panel title="Compare two other records">
      <Form className="flex flex-col gap-4" method="get" noValidate>
        <LabelledTextField {...field("one")} hint="The record to keep" label="Student ID" />
        <LabelledTextField
          {...field("other")}
          hint="The record to merge into the first record"
          label="Other Student ID"
        />
        <Button className="self-start">Compare</Button>
      </Form>
    </Panel>
  );
}

function Merges({ merges }: Pick<DuplicatesView, "merges">) {
  return (
    <Panel className="lg:col-span-2" flush title="Recent merges">
      <ul className="divide-y divide-line">
        {merges.map(({ id, merged, kept, about, isOver }) => (
          <li className="flex min-h-11 items-center justify-between gap-4 py-2 pl-4 pr-1 md:pl-5" key={id}>
            <p className="min-w-0">
              <span className="block break-words">
                <strong>{merged}</strong> merged into <strong>{kept}</strong>
              </span>
              <span className="block text-13 text-muted">{about}</span>
            </p>
            {isOver ? null : (
              <ButtonLink
                aria-label={`Undo the merge of ${merged}`}
                className="shrink-0"
                kind="quiet"
                preventScrollReset
                to={`${PATHS.duplicates}/merges/${id}`}
              >
                Undo
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
