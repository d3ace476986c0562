import { useEffect, useRef, useState, type PointerEvent } from "react";
import { Button } from "#ui/form/button.tsx";

/** The size of the picture in pixels; on the screen the pad is as wide as the dialog. */
const SIZE = { width: 850, height: 260 };
const PEN = 5;

/**
 * A pad for drawing with finger, pen or mouse. `onDrawn` gets the picture after each stroke, and null when the pad is
 * cleared. A person who cannot draw has the file field beside the pad.
 */
export function SignaturePad({ onDrawn }: { onDrawn: (picture: Blob | null) => void }) {
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

/** Pen and paper have the colours of the page. */
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
