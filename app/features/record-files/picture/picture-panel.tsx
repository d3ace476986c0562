import { useRef, useState, type ChangeEvent, type FormEvent } from "react";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { FileField } from "#ui/form/fields/fields.tsx";
import { putIntoField } from "#ui/form/put-into-field.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { CropBox } from "./crop-box.tsx";
import type { PictureInput } from "./picture.server.ts";

/** Changes the picture, beside the record. */
export function PicturePanel() {
  return (
    <section aria-labelledby="picture-title" className="grid gap-5">
      <h3 className="border-b border-line-2 pb-2 font-serif text-18 font-bold" id="picture-title">
        Change Picture
      </h3>
      <PictureForms />
    </section>
  );
}

/** Changes the picture, in a dialog over the record. */
export function PictureDialog({ closeTo }: { closeTo: string }) {
  return (
    <Dialog
      actions={
        <DialogLink data-first-focus="" to={closeTo}>
          Cancel
        </DialogLink>
      }
      closeTo={closeTo}
      title="Add/Change Picture"
    >
      <PictureForms />
    </Dialog>
  );
}

/** Takes a picture from a file or the camera, each in its own form; the person sends one of them. */
function PictureForms() {
  return (
    <div className="grid gap-5">
      <PictureForm id="picture-file" label="Picture" />
      <div className="hidden touch:block">
        <PictureForm camera id="picture-camera" label="Or take a picture now" />
      </div>
    </div>
  );
}

type PictureFormProps = { id: string; label: string; camera?: boolean };

/**
 * Without script, or if the browser cannot read the picture, the form sends it as it is and the server makes it fit.
 */
function PictureForm({ id, label, camera = false }: PictureFormProps) {
  const [form, fields] = useActionForm<PictureInput>(id);
  const field = useRef<HTMLInputElement>(null);
  const kept = useRef<HTMLCanvasElement>(null);
  const isCropped = useRef(false);
  const [chosen, setChosen] = useState<File | null>(null);

  function choose({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) {
    isCropped.current = false;
    setChosen(files?.[0] ?? null);
  }

  function crop(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget;
    if (!kept.current || isCropped.current) {
      isCropped.current = false;
      return;
    }
    event.preventDefault();
    kept.current.toBlob((picture) => {
      if (picture) putIntoField(field.current, picture, "picture.jpg");
      isCropped.current = true;
      element.requestSubmit();
    }, "image/jpeg");
  }

  return (
    <ActionForm
      encType="multipart/form-data"
      form={form}
      onSubmit={crop}
      preventScrollReset
      rejectedTitle="The picture was not saved"
      replace
    >
      <FileField
        accept="image/jpeg,image/png,image/webp"
        box={field}
        capture={camera ? "user" : undefined}
        field={fields.picture}
        hint="JPEG, PNG or WebP, up to 10 MB."
        label={label}
        onChange={choose}
      />
      {chosen ? <CropBox canvas={kept} file={chosen} /> : null}
      <div>
        <BusyButton busy="Saving" kind="secondary">
          Save Picture
        </BusyButton>
      </div>
    </ActionForm>
  );
}
