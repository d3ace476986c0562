import { useRef, useState, useEffect, type PointerEvent } from "react";
import { PATHS } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { FileField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { putPictureIntoField } from "#ui/form/put-into-field.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { SignatureInput } from "./account.server.ts";
import { MAX_SIGNATURE_MB, type OwnSignature } from "./signature.ts";

/** Uploads a picture of the signature: either a drawing made in the dialog, or a photograph. */
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

/** A drawing is sent in a field of its own. Once there is a drawing, the form no longer asks for a file. */
function SignatureFields({ field }: { field: ActionFormField }) {
  const hydrated = useHydrated();
  const drawing = useRef<HTMLInputElement>(null);
  const [isDrawn, setDrawn] = useState(false);

  function onDrawn(picture: Blob | null) {
    putPictureIntoField(drawing.current, picture, "signature.png");
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
          label={hydrated ? "Choose a photograph of your signature" : "A photograph of your signature"}
        />
      )}
    </>
  );
}

function Photograph({ field, label }: { field: ActionFormField; label: string }) {
  return (
    <FileField
      accept="image/jpeg,image/png,image/webp"
      field={field}
      hint={`Write your signature in dark ink on white paper. JPEG, PNG or WebP, up to ${MAX_SIGNATURE_MB} MB.`}
      label={label}
    />
  );
}

/** Asks for confirmation, because a removed signature cannot be restored. */
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
          <p>Remove your signature? Reports that you have signed keep the signature.</p>
          <Button kind="danger" name="intent" value="remove">
            Remove
          </Button>
        </div>
      </ActionForm>
    </details>
  );
}

/** The size of the stored picture in pixels. On the screen the drawing pad is as wide as the dialog. */
const SIZE = { width: 850, height: 260 };
const PEN = 5;

/**
 * A pad for drawing with a finger, pen or mouse. `onDrawn` gets the picture after each stroke, and null when the pad is
 * cleared. A person who cannot draw uses the file field instead.
 */
function SignaturePad({ onDrawn }: { onDrawn: (picture: Blob | null) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);

  useEffect(() => clear(canvas.current), []);

  function onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    const pen = penOf(event.currentTarget);
    const { x, y } = placeOf(event);
    pen?.beginPath();
    pen?.moveTo(x, y);
    pen?.lineTo(x + 0.1, y);
    pen?.stroke();
  }

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pen = penOf(event.currentTarget);
    const { x, y } = placeOf(event);
    pen?.lineTo(x, y);
    pen?.stroke();
  }

  function onPointerUp({ currentTarget }: PointerEvent<HTMLCanvasElement>) {
    setDrawn(true);
    currentTarget.toBlob(onDrawn, "image/png");
  }

  function onClear() {
    clear(canvas.current);
    setDrawn(false);
    onDrawn(null);
  }

  return (
    <div className="mb-4">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <p className="font-semibold">Sign here</p>
        <Button disabled={!drawn} kind="quiet" onClick={onClear} type="button">
          Clear
        </Button>
      </div>
      <canvas
        aria-hidden="true"
        className="w-full cursor-crosshair [touch-action:none] rounded border border-field bg-paper text-ink"
        height={SIZE.height}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        ref={canvas}
        width={SIZE.width}
      />
    </div>
  );
}

/** Clears the pad. Pen and background have the colours of the page. */
function clear(canvas: HTMLCanvasElement | null) {
  const paper = canvas?.getContext("2d");
  if (!canvas || !paper) return;
  paper.fillStyle = getComputedStyle(canvas).backgroundColor;
  paper.fillRect(0, 0, SIZE.width, SIZE.height);
}

function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const pen = canvas.getContext("2d");
  const strokeStyle = getComputedStyle(canvas).color;
  if (pen) Object.assign(pen, { lineWidth: PEN, lineCap: "round", lineJoin: "round", strokeStyle });
  return pen;
}

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: ((clientX - left) / width) * SIZE.width, y: ((clientY - top) / height) * SIZE.height };
}
