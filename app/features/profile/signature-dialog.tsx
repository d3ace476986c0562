import { useRef, useState } from "react";

import { PATHS } from "#domain/paths.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { FileField } from "#ui/form/file-field.tsx";
import { putIntoField } from "#ui/form/put-into-field.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import { SignaturePad } from "./signature-pad.tsx";
import { MOST_SIGNATURE_MB, type OwnSignature } from "./signature.ts";

type SignatureDialogProps = OwnSignature & { fault: string | undefined };

/** A picture of the signature, drawn or photographed: either way it is the one file of the form. */
export function SignatureDialog({ pictureUrl, fault }: SignatureDialogProps) {
  return (
    <Dialog
      actions={
        <>
          <DialogLink data-first-focus="" to={PATHS.profile}>
            Cancel
          </DialogLink>
          <Button form="signature-form" kind="primary">
            Save signature
          </Button>
        </>
      }
      closeTo={PATHS.profile}
      title="Signature"
    >
      <form action={PATHS.signature} encType="multipart/form-data" id="signature-form" method="post">
        <AuthorField />
        <SignatureFields fault={fault} />
      </form>
      {pictureUrl ? <RemoveSignature /> : null}
    </Dialog>
  );
}

/** A drawing is sent in a field of its own, and nobody is asked for another file beside it. */
function SignatureFields({ fault }: Pick<SignatureDialogProps, "fault">) {
  const hydrated = useHydrated();
  const drawing = useRef<HTMLInputElement>(null);
  const [isDrawn, setDrawn] = useState(false);

  function onDrawn(picture: Blob | null) {
    putIntoField(drawing.current, picture, "signature.png");
    setDrawn(picture !== null);
  }

  return (
    <>
      {hydrated ? <SignaturePad onDrawn={onDrawn} /> : null}
      <input disabled={!isDrawn} hidden name="signature" ref={drawing} type="file" />
      {isDrawn ? (
        <p className="text-13 text-muted">
          Your drawing is ready to be saved. Clear it to draw again or to choose a photograph.
        </p>
      ) : (
        <Photograph
          fault={fault}
          label={hydrated ? "Or a photograph of it" : "A photograph of your signature"}
        />
      )}
    </>
  );
}

function Photograph({ fault, label }: { fault: string | undefined; label: string }) {
  return (
    <FileField
      accept="image/jpeg,image/png,image/webp"
      error={fault}
      hint={`Signed in dark ink on white paper: JPEG, PNG or WebP, up to ${MOST_SIGNATURE_MB} MB.`}
      label={label}
      name="signature"
    />
  );
}

/** There is no way back: it is asked first, with script or without. */
function RemoveSignature() {
  return (
    <details>
      <summary className="cursor-pointer text-red underline decoration-1 underline-offset-4 touch:py-3">
        Remove signature
      </summary>
      <form
        action={`${PATHS.signature}?remove`}
        className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2"
        encType="multipart/form-data"
        method="post"
      >
        <AuthorField />
        <p>Remove your signature? Reports that you have signed keep it.</p>
        <Button kind="danger">Remove</Button>
      </form>
    </details>
  );
}
