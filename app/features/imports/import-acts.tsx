import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { IN_PLACE } from "#ui/page/downloads.ts";

import { importedCount, peopleWords } from "./import-words.rules.ts";
import { refusedRowsUrl, type ShownImport } from "./imports.ts";
import { IMPORT_KINDS } from "./kinds.ts";

/** What can be done with an import as it stands. */
export function ImportActs({ shown }: { shown: ShownImport }) {
  const { kind, state, undoUntil } = shown;
  const { path, list, listed } = IMPORT_KINDS[kind];
  if (state === "reading") return <ThrowAway />;
  if (state === "judged" || state === "refused") {
    return (
      <div className="flex flex-wrap gap-2 *:grow">
        <ThrowAway />
        <RefusedRows shown={shown} />
        <ButtonLink icon="upload" to={path}>
          Another file
        </ButtonLink>
        <ImportPrimary className="max-md:hidden" shown={shown} />
      </div>
    );
  }
  if (state !== "imported") return null;
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      {undoUntil === null ? null : (
        <Act intent="undo">
          <Button className="w-full">Undo the whole import</Button>
        </Act>
      )}
      <RefusedRows shown={shown} />
      <ButtonLink kind="primary" to={list}>
        {listed}
      </ButtonLink>
    </div>
  );
}

function ThrowAway() {
  return (
    <Act intent="discard">
      <Button className="w-full" kind="quiet">
        Throw away
      </Button>
    </Act>
  );
}

/** It counts what it imports: nothing else is. */
export function ImportPrimary({ shown, className }: { shown: ShownImport; className: string }) {
  const count = importedCount(shown);
  if (shown.state !== "judged" || count === 0) return null;
  return (
    <Act className={className} count={count} intent="import">
      <BusyButton busy="Importing">{`Import ${peopleWords(shown.kind, count)}`}</BusyButton>
    </Act>
  );
}

/** They are kept for as long as the import can be undone. */
function RefusedRows({ shown: { kind, id, counts, undoUntil } }: { shown: ShownImport }) {
  if (counts.refused === 0 || undoUntil === null) return null;
  return (
    <ButtonLink {...IN_PLACE} icon="download" reloadDocument to={refusedRowsUrl(kind, id)}>
      Refused rows
    </ButtonLink>
  );
}

type ActProps = { intent: string; count?: number; className?: string; children: ReactNode };

function Act({ intent, count, className, children }: ActProps) {
  return (
    <Form className={classes("[&>button]:w-full", className)} method="post" preventScrollReset>
      <AuthorField />
      <input name="intent" type="hidden" value={intent} />
      {count === undefined ? null : <input name="count" type="hidden" value={count} />}
      {children}
    </Form>
  );
}
