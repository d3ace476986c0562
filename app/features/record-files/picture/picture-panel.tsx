import {
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
  useEffect,
  useId,
  type PointerEvent,
  type RefObject,
} from "react";
import {
  DEFAULT_CROP,
  MAX_ZOOM,
  cropArea,
  PORTRAIT_SIZE,
  dragCrop,
  type PictureCrop,
} from "#domain/people/picture-crop.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { FileField } from "#ui/form/fields/fields.tsx";
import { putPictureIntoField } from "#ui/form/put-into-field.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { PictureInput } from "./picture.server.ts";

/** Changes the person's picture, in a panel beside the record. */
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

/** Changes the person's picture, in a dialog over the record. */
export function PictureDialog({ closeTo }: { closeTo: string }) {
  return (
    <Dialog
      actions={<DialogLink to={closeTo}>Cancel</DialogLink>}
      closeTo={closeTo}
      title="Add/Change Picture"
    >
      <PictureForms startsInField />
    </Dialog>
  );
}

/** Takes a picture from a file or from the camera. The two are separate forms, so only one picture is sent. */
function PictureForms({ startsInField = false }: Pick<PictureFormProps, "startsInField">) {
  return (
    <div className="grid gap-5">
      <PictureForm id="picture-file" label="Picture" startsInField={startsInField} />
      <div className="hidden touch:block">
        <PictureForm camera id="picture-camera" label="Or take a picture now" />
      </div>
    </div>
  );
}

type PictureFormProps = {
  id: string;
  label: string;
  camera?: boolean;
  /** True if the field gets the focus when its dialog opens. */
  startsInField?: boolean;
};

/** Without JavaScript, or if the browser cannot read the picture, the original is uploaded and the server crops it. */
function PictureForm({ id, label, camera = false, startsInField = false }: PictureFormProps) {
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
      if (picture) putPictureIntoField(field.current, picture, "picture.jpg");
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
        data-first-focus={startsInField ? "" : undefined}
        field={fields.picture}
        hint="JPEG, PNG or WebP, up to 10 MB."
        label={label}
        onChange={choose}
      />
      {chosen ? <CropBox canvas={kept} file={chosen} /> : null}
      <div>
        <BusyButton busy="Saving" kind={chosen ? "primary" : "secondary"}>
          Save Picture
        </BusyButton>
      </div>
    </ActionForm>
  );
}

/** The size of the crop in pixels. It is twice the stored size, because the server only ever scales pictures down. */
const DOTS = { width: 2 * PORTRAIT_SIZE.width, height: 2 * PORTRAIT_SIZE.height };

type CropBoxProps = {
  file: File;
  /** The canvas with the cropped picture; empty until the picture is loaded, or if the browser cannot read it. */
  canvas: RefObject<HTMLCanvasElement>;
};

/**
 * Shows the part of a picture that is cut out, in the shape of a card. It can be moved by dragging and with sliders.
 */
function CropBox({ file, canvas }: CropBoxProps) {
  const image = useImage(file);
  const [crop, setCrop] = useState(DEFAULT_CROP);

  useEffect(() => setCrop(DEFAULT_CROP), [file]);
  useEffect(() => {
    if (canvas.current && image) draw(canvas.current, image, crop);
  }, [canvas, image, crop]);

  function pull(event: PointerEvent<HTMLCanvasElement>) {
    const { currentTarget: box, pointerId, movementX, movementY } = event;
    if (!image || !box.hasPointerCapture(pointerId)) return;
    const by = { right: movementX / box.clientWidth, below: movementY / box.clientHeight };
    setCrop((before) => dragCrop(sizeOf(image), before, by));
  }

  if (!image) return null;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <canvas
        aria-hidden="true"
        className="w-[150px] cursor-move border border-rule bg-paper p-1 [touch-action:none]"
        {...DOTS}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={pull}
        ref={canvas}
      />
      <div className="grid min-w-36 flex-1 gap-2">
        <Slider label="Zoom" most={MAX_ZOOM} name="zoom" setCrop={setCrop} value={crop} />
        <Slider label="Move left or right" most={1} name="across" setCrop={setCrop} value={crop} />
        <Slider label="Move up or down" most={1} name="down" setCrop={setCrop} value={crop} />
      </div>
    </div>
  );
}

type SliderProps = {
  label: string;
  name: keyof PictureCrop;
  most: number;
  value: PictureCrop;
  setCrop: (change: (before: PictureCrop) => PictureCrop) => void;
};

function Slider({ label, name, most, value, setCrop }: SliderProps) {
  const id = useId();
  return (
    <div>
      <label className="text-13 font-semibold" htmlFor={id}>
        {label}
      </label>
      <input
        className="block h-6 w-full accent-red touch:h-11"
        id={id}
        max={most}
        min={name === "zoom" ? 1 : 0}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.valueAsNumber;
          setCrop((before) => ({ ...before, [name]: chosen }));
        }}
        step="any"
        type="range"
        value={value[name]}
      />
    </div>
  );
}

/**
 * Returns the picture once it is loaded, rotated according to its EXIF data, or null if this browser cannot read the
 * file.
 */
function useImage(file: File): HTMLImageElement | null {
  const [image, setImage] = useState<HTMLImageElement | null>(null);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    const read = new Image();
    read.onload = () => setImage(read);
    read.src = url;
    return () => {
      read.onload = null;
      setImage(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);

  return image;
}

function sizeOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
  return { width, height };
}

function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, crop: PictureCrop): void {
  const paper = canvas.getContext("2d");
  if (!paper) return;
  const { x, y, width, height } = cropArea(sizeOf(image), crop);
  // Fills the background, because transparent parts would turn black in a JPEG.
  paper.fillStyle = getComputedStyle(canvas).backgroundColor;
  paper.fillRect(0, 0, DOTS.width, DOTS.height);
  paper.drawImage(image, x, y, width, height, 0, 0, DOTS.width, DOTS.height);
}
