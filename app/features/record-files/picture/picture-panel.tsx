import { useRef, useState, type FormEvent } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { FileField } from "#ui/form/file-field.tsx";
import { putIntoField } from "#ui/form/put-into-field.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";

import { CropBox } from "./crop-box.tsx";

type PictureFormsProps = {
  /** Where the picture is sent to. */
  url: string;
  fault: string | null;
};

/** The picture of a record, beside it. */
export function PicturePanel(props: PictureFormsProps) {
  return (
    <section aria-labelledby="picture-title" className="grid gap-5">
      <h3 className="border-b border-line-2 pb-2 font-serif text-18 font-bold" id="picture-title">
        Change Picture
      </h3>
      <PictureForms {...props} />
    </section>
  );
}

/** The same over the record. */
export function PictureDialog({ closeTo, ...props }: PictureFormsProps & { closeTo: string }) {
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
      <PictureForms {...props} />
    </Dialog>
  );
}

/** A picture from a file or the camera (A6): a form each, of which one is sent. */
function PictureForms(props: PictureFormsProps) {
  return (
    <div className="grid gap-5">
      <PictureForm {...props} camera={false} label="Picture" />
      <div className="hidden touch:block">
        <PictureForm {...props} camera fault={null} label="Or take one now" />
      </div>
    </div>
  );
}

type PictureFormProps = PictureFormsProps & { camera: boolean; label: string };

/** Without script, or where the browser cannot read the picture, it is sent as it is: the server makes it fit. */
function PictureForm({ url, fault, camera, label }: PictureFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const kept = useRef<HTMLCanvasElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);

  function sendKept(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    if (!kept.current) return;
    event.preventDefault();
    kept.current.toBlob((picture) => {
      if (picture) putIntoField(field.current, picture, "picture.jpg");
      form.submit();
    }, "image/jpeg");
  }

  return (
    <form
      action={url}
      className="grid gap-3"
      encType="multipart/form-data"
      method="post"
      noValidate
      onSubmit={sendKept}
    >
      <AuthorField />
      <FileField
        accept="image/jpeg,image/png,image/webp"
        box={field}
        capture={camera ? "user" : undefined}
        error={fault ?? undefined}
        hint="JPEG, PNG or WebP, up to 10 MB."
        id={camera ? "picture-camera" : "picture-file"}
        label={label}
        name="picture"
        onChange={({ currentTarget: { files } }) => setChosen(files?.[0] ?? null)}
      />
      {chosen ? <CropBox canvas={kept} file={chosen} /> : null}
      <Button className="justify-self-start">Save Picture</Button>
    </form>
  );
}
