import { useRef } from "react";

import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { errorLinks, FieldFrame } from "#ui/field.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import { SignaturePad } from "./signature-pad.tsx";
import { MOST_SIGNATURE_MB } from "./signature.ts";
import type { OwnSignature } from "./signature.ts";

const CLOSE_TO = "/app/profile";
const ADDRESS = "/app/profile/signature";

type SignatureDialogProps = OwnSignature & { fault: string | undefined };

/** A picture of the signature, chosen or drawn: either way it is the file of the same form. */
export function SignatureDialog({ pictureUrl, fault }: SignatureDialogProps) {
  const hydrated = useHydrated();
  const file = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      actions={
        <>
          <ButtonLink preventScrollReset replace to={CLOSE_TO}>
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
        {hydrated ? <SignaturePad onDrawn={(picture) => putInto(file.current, picture)} /> : null}
        <FieldFrame
          error={fault}
          hint={`Signed in dark ink on white paper: JPEG, PNG or WebP, up to ${MOST_SIGNATURE_MB} MB.`}
          id="signature"
          label={hydrated ? "Or a photograph of it" : "A photograph of your signature"}
        >
          <input
            accept="image/jpeg,image/png,image/webp"
            className="field-box h-auto py-2"
            id="signature"
            name="signature"
            ref={file}
            type="file"
            {...errorLinks("signature", { hint: true, error: fault })}
          />
        </FieldFrame>
      </form>
    </Dialog>
  );
}

/** What was drawn goes out as if it had been chosen. */
function putInto(field: HTMLInputElement | null, picture: Blob | null) {
  if (!field) return;
  const files = new DataTransfer();
  if (picture) files.items.add(new File([picture], "signature.png", { type: picture.type }));
  field.files = files.files;
}

function RemoveSignature() {
  return (
    <form action={`${ADDRESS}?remove`} encType="multipart/form-data" method="post">
      <Button kind="danger">Remove</Button>
    </form>
  );
}
