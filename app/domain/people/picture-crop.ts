/** The size of stored portraits in pixels. At 60 x 76 points on a report card, this gives 360 dots per inch. */
export const PORTRAIT_SIZE = { width: 300, height: 380 };

export const MAX_ZOOM = 4;

/** The part of a picture to keep: a zoom factor, and a position from 0 to 1 within the space that the zoom leaves. */
export type PictureCrop = { zoom: number; across: number; down: number };

/** The first crop lies above the middle, because most pictures have the face in their upper half. */
export const DEFAULT_CROP: PictureCrop = { zoom: 1, across: 0.5, down: 0.3 };

export type PixelSize = { width: number; height: number };
export type PictureArea = PixelSize & { x: number; y: number };

/** Calculates the rectangle, in pixels of the original picture, that the stored portrait shows. */
export function cropArea({ width, height }: PixelSize, { zoom, across, down }: PictureCrop): PictureArea {
  const scale = zoom * Math.max(PORTRAIT_SIZE.width / width, PORTRAIT_SIZE.height / height);
  const part = { width: PORTRAIT_SIZE.width / scale, height: PORTRAIT_SIZE.height / scale };
  return { ...part, x: (width - part.width) * across, y: (height - part.height) * down };
}

/** Calculates the crop after a drag by fractions of the frame. The picture always covers the whole frame. */
export function dragCrop(
  picture: PixelSize,
  crop: PictureCrop,
  { right, below }: { right: number; below: number },
): PictureCrop {
  const { x, y, width, height } = cropArea(picture, crop);
  return {
    zoom: crop.zoom,
    across: share(x - right * width, picture.width - width, crop.across),
    down: share(y - below * height, picture.height - height, crop.down),
  };
}

/**
 * Calculates the new position from 0 to 1. If there is no space in which the picture can move, the old position
 * `before` is kept.
 */
function share(index: number, room: number, before: number): number {
  return room < 1 ? before : Math.min(1, Math.max(0, index / room));
}
