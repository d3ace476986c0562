import { MOST_IMPORT_MB, MOST_IMPORT_ROWS, type ImportKind } from "#domain/people/imports.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { FileField } from "#ui/form/file-field.tsx";

import { FILE_FIELD } from "./imports.ts";
import { IMPORT_KINDS } from "./kinds.ts";

/** One file, sent as any form: with script and without. */
export function SendForm({ kind, fault }: { kind: ImportKind; fault: string | null }) {
  const most = `${MOST_IMPORT_ROWS[kind].toLocaleString("en")} rows and ${MOST_IMPORT_MB} MB`;
  return (
    <form action={IMPORT_KINDS[kind].path} className="grid gap-3" encType="multipart/form-data" method="post">
      <AuthorField />
      <FileField
        accept=".xlsx,.xls,.ods,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        error={fault ?? undefined}
        hint={`Excel (.xlsx, .xls), OpenDocument (.ods) or text with commas or semicolons (.csv), up to ${most}. The first visible sheet is read. Its first row names the columns, as in the template.`}
        id="file"
        label="Spreadsheet"
        name={FILE_FIELD}
      />
      <Button className="justify-self-start" icon="upload" kind="primary">
        Send and look at the dry run
      </Button>
    </form>
  );
}
