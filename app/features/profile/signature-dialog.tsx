import { useRef, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { FileField, type FormField } from "#ui/form/fields/fields.tsx";
import { putIntoField } from "#ui/form/put-into-field.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { SignaturePad } from "./signature-pad.tsx";
import type { SignatureInput } from "./signature.server.ts";
import { MOST_SIGNATURE_MB, type OwnSignature } from "./signature.ts";

/** Sends a picture of the signature: a drawing or a photograph is the one file of the form. */
export function SignatureDialog({ pictureUrl }: OwnSignature) {
  const [form, fields] = useActionForm<SignatureInput>("save-signature");
  return (
    <Dialog closeTo={PATHS.profile} title="Signature">
      <ActionForm
        encType="multipart/form-data"
        form={form}
        preventScrollReset
        rejectedTitle="The signature was not saved"
        replace
      >
        <SignatureFields field={fields.signature} />
        <DialogButtons closeTo={PATHS.profile} startsOnCancel>
          <BusyButton busy="Saving" intent="save">
            Save signature
          </BusyButton>
        </DialogButtons>
      </ActionForm>
      {pictureUrl ? <RemoveSignature /> : null}
    </Dialog>
  );
}

/** A drawing goes in a field of its own, and then the form asks for no other file. */
function SignatureFields({ field }: { field: FormField }) {
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
      <input disabled={!isDrawn} hidden name={field.name} ref={drawing} type="file" />
      {isDrawn ? (
        <p className="text-13 text-muted">
          Your drawing is ready to be saved. Clear the drawing to draw again or to choose a photograph.
        </p>
      ) : (
        <Photograph
          field={field}
          label={hydrated ? "Or choose a photograph of your signature" : "A photograph of your signature"}
        />
      )}
    </>
  );
}

function Photograph({ field, label }: { field: FormField; label: string }) {
  return (
    <FileField
      accept="image/jpeg,image/png,image/webp"
      field={field}
      hint={`Sign in dark ink on white paper. JPEG, PNG or WebP, up to ${MOST_SIGNATURE_MB} MB.`}
      label={label}
    />
  );
}

/** Asks first, with or without script, because a removed signature cannot be brought back. */
function RemoveSignature() {
  const [form] = useActionForm("remove-signature");
  return (
    <details>
      <summary className="cursor-pointer text-red underline decoration-1 underline-offset-4 touch:py-3">
        Remove signature
      </summary>
      <ActionForm
        className="mt-2"
        encType="multipart/form-data"
        form={form}
        preventScrollReset
        rejectedTitle="The signature was not removed"
        replace
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>Remove your signature? Reports that you have signed keep it.</p>
          <Button kind="danger" name="intent" value="remove">
            Remove
          </Button>
        </div>
      </ActionForm>
    </details>
  );
}
