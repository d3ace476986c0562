import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { classes } from "#ui/classes.ts";
import type { Failed } from "#ui/page/act-in-place.ts";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { BackupsTable, type TriedBackup } from "./backups-table.tsx";
import { ErrorsTable, type ErrorLine } from "./errors-table.tsx";
import type { Fact } from "./health.rules.ts";

export type FailedWork = { id: string; work: string; at: string; fault: string };

export type Health = {
  summary: string;
  /** The first is of the backup. */
  facts: Fact[];
  /** The latest first, as all of these. */
  failed: FailedWork[];
  errors: ErrorLine[];
  tried: TriedBackup[];
};

/** How the installation does, for who looks after it. */
export function HealthPage({ health, failed }: { health: Health; failed: Failed | null }) {
  const { summary, facts, errors, tried } = health;
  const [backup] = facts;
  return (
    <>
      <PageHead about={summary} title="Health" />
      <NotAnswered className="mb-4" failed={failed} title="Nothing was tried again" />
      <div className="grid gap-4">
        <Panel flush title="How it stands">
          <dl className="divide-y divide-line">
            {facts.map((fact) => (
              <FactLine key={fact.name} {...fact} />
            ))}
          </dl>
        </Panel>
        <FailedWorkPanel works={health.failed} />
        <ErrorsTable errors={errors} />
        <BackupsTable none={backup ? `${backup.words}. ${backup.detail}` : ""} tried={tried} />
      </div>
    </>
  );
}

function FactLine({ name, words, detail, isTrouble }: Fact) {
  return (
    <div className="grid gap-x-4 px-4 py-3 md:grid-cols-3 md:px-5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 md:col-span-2">
        <p className={classes("flex gap-2 font-semibold", isTrouble && "text-refused")}>
          {isTrouble ? <Icon className="mt-[3px]" name="refused" /> : null}
          <span className="min-w-0 break-words">{words}</span>
        </p>
        {detail ? <p className="break-words text-13 text-muted">{detail}</p> : null}
      </dd>
    </div>
  );
}

function FailedWorkPanel({ works }: { works: readonly FailedWork[] }) {
  return (
    <Panel aside={works.length > 0 ? `${works.length}` : null} flush title="Failed work">
      {works.length === 0 ? <p className="p-4 text-muted md:p-5">Nothing has failed.</p> : null}
      <ul className="divide-y divide-line">
        {works.map((work) => (
          <FailedLine key={work.id} {...work} />
        ))}
      </ul>
    </Panel>
  );
}

function FailedLine({ id, work, at, fault }: FailedWork) {
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 px-4 py-2 md:px-5">
      <div className="min-w-0">
        <p className="break-words font-semibold">{work}</p>
        <p className="break-words text-13 text-muted">{fault ? `${at}: ${fault}` : at}</p>
      </div>
      <Form className="shrink-0" method="post">
        <AuthorField />
        <input name="jobId" type="hidden" value={id} />
        <Button aria-label={`Try again: ${work}, ${at}`}>Try again</Button>
      </Form>
    </li>
  );
}
