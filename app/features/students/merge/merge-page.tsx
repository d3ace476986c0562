import { Form } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { mergeUrl } from "#domain/people/merge-address.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Child } from "../duplicates/duplicates-page.tsx";

import { Choices } from "./choices.tsx";
import type { MergePreview } from "./merge.ts";

const NOT_MERGED = "The records were not merged";

type MergePageProps = { preview: MergePreview; fault: string | null; failed: Failed | null };

/** Two records beside each other: what is chosen, what moves, and what has to be decided first. */
export function MergePage({ preview, fault, failed }: MergePageProps) {
  const { kept, merged, base, contradictions, fields, moves } = preview;
  const swapped = mergeUrl({ kept: merged.key, merged: kept.key });
  const errors = contradictions
    .flatMap(({ title, choices }) =>
      choices.map((choice) => ({ ...choice, title: `${title}: ${choice.title}` })),
    )
    .filter((choice) => choice.fault !== null)
    .map(({ name, title }) => ({ field: name, message: title }));
  return (
    <>
      <PageHead
        about="Nothing is merged yet. It can be undone while neither record is changed afterwards."
        title="Merge Two Records"
      />
      <NotAnswered className="mb-4" failed={failed} title={NOT_MERGED} />
      {fault ? (
        <ErrorSummary className="mb-4" errors={errors} title={NOT_MERGED}>
          <p>{fault}</p>
        </ErrorSummary>
      ) : null}
      <Panel>
        <div className="grid gap-4 md:grid-cols-2">
          <Record side="Stays" student={kept} />
          <Record side="Is merged into it" student={merged} />
        </div>
        <p className="mt-3">
          <ButtonLink className="max-md:w-full" replace to={swapped}>
            Keep the other one instead
          </ButtonLink>
        </p>
      </Panel>
      <Form className="mt-4 flex flex-col gap-4" key={base} method="post" noValidate>
        <AuthorField />
        <input name="base" type="hidden" value={base} />
        {contradictions.map((group) => (
          <Choices
            about="Both have something: say which stays"
            group={group}
            key={group.title}
            preview={preview}
          />
        ))}
        {fields.map((group) => (
          <Choices about={sameWords(group.same)} group={group} key={group.title} preview={preview} />
        ))}
        <Panel title="Moves as it is">
          <p>
            {moves.length > 0
              ? moves.join(", ")
              : "Nothing: the other record has nothing that this one lacks."}
          </p>
        </Panel>
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <ButtonLink to={PATHS.duplicates}>Cancel</ButtonLink>
          <BusyButton busy="Merging">Merge records</BusyButton>
        </div>
      </Form>
    </>
  );
}

function Record({ side, student }: { side: string; student: MergePreview["kept"] }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-2 text-15">{side}</h2>
      <Child student={student} />
    </div>
  );
}

function sameWords(same: number | null): string | null {
  if (same === null || same === 0) return null;
  return `${same} ${same === 1 ? "field is" : "fields are"} the same`;
}
