import { useRef, useState } from "react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { errorLinks, FieldFrame } from "#ui/form/field.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import { SignaturePad } from "./signature-pad.tsx";
import { MOST_SIGNATURE_MB, type OwnSignature } from "./signature.ts";

const CLOSE_TO = "/app/profile";
const ADDRESS = "/app/profile/signature";

type SignatureDialogProps = OwnSignature & { fault: string | undefined };

/** A picture of the signature, drawn or photographed: either way it is the one file of the form. */
export function SignatureDialog({ pictureUrl, fault }: SignatureDialogProps) {
  return (
    <Dialog
      actions={
        <>
          <ButtonLink data-first-focus="" preventScrollReset replace to={CLOSE_TO}>
            Cancel
          </ButtonLink>
          <Button form="signature-form" kind="primary">
            Save signature
          </Button>
        </>
      }
      aside={pictureUrl ? <RemoveSignature /> : null}
      closeTo={CLOSE_TO}
      title="Signature"
    >
      <form action={ADDRESS} encType="multipart/form-data" id="signature-form" method="post">
        <AuthorField />
        <SignatureFields fault={fault} />
      </form>
    </Dialog>
  );
}

/** A drawing is sent in a field of its own, and nobody is asked for another file beside it. */
function SignatureFields({ fault }: Pick<SignatureDialogProps, "fault">) {
  const hydrated = useHydrated();
  const drawing = useRef<HTMLInputElement>(null);
  const [isDrawn, setDrawn] = useState(false);

  function onDrawn(picture: Blob | null) {
    putInto(drawing.current, picture);
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
    <FieldFrame
      error={fault}
      hint={`Signed in dark ink on white paper: JPEG, PNG or WebP, up to ${MOST_SIGNATURE_MB} MB.`}
      id="signature"
      label={label}
    >
      <input
        accept="image/jpeg,image/png,image/webp"
        className="field-box h-auto py-2"
        id="signature"
        name="signature"
        type="file"
        {...errorLinks("signature", { hint: true, error: fault })}
      />
    </FieldFrame>
  );
}

function putInto(field: HTMLInputElement | null, picture: Blob | null) {
  if (!field) return;
  const files = new DataTransfer();
  if (picture) files.items.add(new File([picture], "signature.png", { type: picture.type }));
  field.files = files.files;
}

function RemoveSignature() {
  return (
    <form action={`${ADDRESS}?remove`} encType="multipart/form-data" method="post">
      <AuthorField />
      <Button kind="danger">Remove</Button>
    </form>
  );
}
