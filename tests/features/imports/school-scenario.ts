import { expect } from "vitest";
import { action as act, loader as show } from "../../../app/routes/settings/import/import.tsx";
import { action as send } from "../../../app/routes/settings/import/start.tsx";
import type { SchoolImportKind } from "#domain/people/imports.ts";
import type { ImportRowView, ImportView } from "#features/imports/imports.server.ts";
import { callRoute, getRequest, postFile, postForm, type Visitor } from "#tests/support/request.ts";
import { workOnImport } from "../students/import/import-scenario.ts";

type Kind = SchoolImportKind | "workbook";
type Sent = { importKind: Kind; importId: string };

/** Returns the steps of an import of the school by an administrator, each with the work of the job. */
export function schoolImports(admin: Visitor) {
  async function sent(importKind: Kind, content: readonly string[] | Uint8Array<ArrayBuffer>): Promise<Sent> {
    const form = new FormData();
    const isBytes = content instanceof Uint8Array;
    const file = isBytes ? new File([content], "school.xlsx") : new File([content.join("\r\n")], "list.csv");
    form.set("file", file);
    const answer = await callRoute(send, postFile(`/app/settings/import/${importKind}`, form, admin), {
      importKind,
    });
    const importId = String(answer.location?.split("/").at(-1));
    await workOnImport({ importId });
    return { importKind, importId };
  }

  async function shown({ importKind, importId }: Sent): Promise<ImportView> {
    const answer = await callRoute(
      show,
      getRequest(`/app/settings/import/${importKind}/${importId}`, admin),
      {
        importKind,
        importId,
      },
    );
    expect(answer.status).toBe(200);
    return answer.body as ImportView;
  }

  /** Presses a button of the page. The job has not worked yet. */
  async function pressed(of: Sent, fields: Record<string, string>): Promise<void> {
    await callRoute(act, postForm(`/app/settings/import/${of.importKind}/${of.importId}`, fields, admin), of);
  }

  async function acted(of: Sent, fields: Record<string, string>): Promise<ImportView> {
    await pressed(of, fields);
    await workOnImport(of);
    return shown(of);
  }

  async function imported(of: Sent): Promise<ImportView> {
    const { counts } = await shown(of);
    return acted(of, { intent: "import", version: String(counts.created + counts.changed) });
  }

  return { sent, shown, pressed, acted, imported };
}

/** Returns the place, outcome and name of a row with its lines as text. */
export const describeRow = ({ row: place, outcome, name, lines }: ImportRowView) => [
  place,
  outcome,
  name,
  ...lines.map((line) => {
    if (line.say === "change") return `${line.title}: ${line.from} to ${line.to}`;
    return line.say === "refused" ? `${line.title}: ${line.reason}` : line.words;
  }),
];
