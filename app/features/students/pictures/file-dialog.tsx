import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Combobox } from "#ui/form/choice/combobox.tsx";
import type { ComboboxChoice } from "#ui/form/choice/use-choice-list.ts";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

import { ActForm } from "./act-form.tsx";
import type { ShownFile } from "./uploads.ts";

type FileDialogProps = {
  file: ShownFile;
  choices: readonly ComboboxChoice[];
  closeTo: string;
  failed: Failed | null;
};

const NOBODY: ComboboxChoice = { value: "", title: "Choose the student", detail: "", aside: "" };

/** Whose picture a file is. Nothing is saved by it. */
export function FileDialog({ file, choices, closeTo, failed }: FileDialogProps) {
  return (
    <Dialog closeTo={closeTo} title="Whose picture is it?">
      <NotAnswered failed={failed} title="Nothing was changed" />
      <div className="flex items-start gap-4">
        <img
          alt=""
          className="w-[120px] border border-rule bg-paper p-1"
          height={152}
          src={file.picture ?? undefined}
          width={120}
        />
        <div className="min-w-0 break-words">
          <p className="font-semibold">{file.name}</p>
          {file.words === "" ? null : <p className="text-muted">{file.words}</p>}
          <ActForm className="mt-2" fields={{ intent: "leave-out", file: file.id }}>
            <TextButton className="min-h-6" type="submit">
              Leave it out
            </TextButton>
          </ActForm>
        </div>
      </div>
      <Form className="grid gap-4" method="post" preventScrollReset>
        <AuthorField />
        <input name="file" type="hidden" value={file.id} />
        <div>
          <label className="font-semibold" htmlFor="student">
            Student
          </label>
          <Combobox
            choices={[NOBODY, ...choices]}
            id="student"
            label="Student"
            name="student"
            onChoose={ignore}
            onTyping={ignore}
            value={String(file.student?.id ?? "")}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Matching" intent="choose">
            Choose
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** The field itself holds what is chosen. */
function ignore(): void {}
