import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Combobox } from "#ui/form/choice/combobox.tsx";
import { FieldFrame } from "#ui/form/field.tsx";
import { fieldControlProps, HiddenField } from "#ui/form/fields/fields.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { FileChoiceView, PictureUploadInput } from "./uploads.server.ts";

const NOBODY = { value: "", title: "Choose the student", detail: "", aside: "" };
const NOT_MATCHED = "The file was not matched";

/** Matches a file with a student. The picture is not saved yet. */
export function MatchFileDialog({ file, choices, closeTo }: FileChoiceView & { closeTo: string }) {
  return (
    <Dialog closeTo={closeTo} title="Choose the student">
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
          <LeaveOut fileId={file.id} />
        </div>
      </div>
      <ChooseStudent choices={choices} closeTo={closeTo} file={file} />
    </Dialog>
  );
}

function LeaveOut({ fileId }: { fileId: number }) {
  const [form, fields] = useActionForm<PictureUploadInput>("leave-out", { file: fileId });
  return (
    <ActionForm className="mt-2" form={form} preventScrollReset rejectedTitle={NOT_MATCHED}>
      <HiddenField field={fields.file} />
      <div>
        <TextButton className="min-h-6" name="intent" type="submit" value="leave-out">
          Leave this file out
        </TextButton>
      </div>
    </ActionForm>
  );
}

function ChooseStudent({ file, choices, closeTo }: FileChoiceView & { closeTo: string }) {
  const [form, fields] = useActionForm<PictureUploadInput>("choose-student", {
    file: file.id,
    student: file.student?.id,
  });
  const { id, name, defaultValue = "", error } = fieldControlProps(fields.student);
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle={NOT_MATCHED}>
      <HiddenField field={fields.file} />
      <FieldFrame error={error} id={id} label="Student">
        <Combobox
          choices={[NOBODY, ...choices]}
          error={error}
          id={id}
          label="Student"
          name={name}
          value={defaultValue}
        />
      </FieldFrame>
      <DialogButtons closeTo={closeTo}>
        <BusyButton busy="Matching" intent="choose">
          Choose student
        </BusyButton>
      </DialogButtons>
    </ActionForm>
  );
}

type ThrowAwayDialogProps = { files: number; about: string; closeTo: string };

export function DiscardUploadDialog({ files, about, closeTo }: ThrowAwayDialogProps) {
  const [form] = useActionForm("throw-away");
  return (
    <Dialog closeTo={closeTo} title="Discard this upload?">
      <p className="-mt-2">
        {files === 1 ? "1 file" : `${files.toLocaleString("en")} files`}, sent {about}. No student gets a
        picture from this upload. To use the files, you have to send them again.
      </p>
      <ActionForm form={form} rejectedTitle="Nothing was changed" replace>
        <DialogButtons closeTo={closeTo} startsOnCancel>
          <BusyButton busy="Discarding" intent="discard" kind="danger">
            Discard upload
          </BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}
