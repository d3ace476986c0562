/** The size of stored portraits: the 76 x 96 points of a term report's frame at more than 300 dots per inch. */
export const PICTURE_SIZE = { width: 300, height: 380 };

export const MOST_ZOOM = 4;

/** The part of a picture to keep: its magnification, and its position in the spare room, from 0 to 1. */
export type Crop = { zoom: number; across: number; down: number };

/** A face is in the upper half of most pictures. */
export const FIRST_CROP: Crop = { zoom: 1, across: 0.5, down: 0.3 };

export type Size = { width: number; height: number };
export type Part = Size & { x: number; y: number };

/** Calculates the part of a picture, in its own pixels, that fills the stored size. */
export function cropArea({ width, height }: Size, { zoom, across, down }: Crop): Part {
  const scale = zoom * Math.max(PICTURE_SIZE.width / width, PICTURE_SIZE.height / height);
  const part = { width: PICTURE_SIZE.width / scale, height: PICTURE_SIZE.height / scale };
  return { ...part, x: (width - part.width) * across, y: (height - part.height) * down };
}

/** Calculates the crop after dragging the picture by shares of the frame; no edge can be dragged into the frame. */
export function dragCrop(
  picture: Size,
  crop: Crop,
  { right, below }: { right: number; below: number },
): Crop {
  const { x, y, width, height } = cropArea(picture, crop);
  return {
    zoom: crop.zoom,
    across: share(x - right * width, picture.width - width, crop.across),
    down: share(y - below * height, picture.height - height, crop.down),
  };
}

/** Calculates the new position. @param before the old position, which stays when there is no spare room */
function share(index: number, room: number, before: number): number {
  return room < 1 ? before : Math.min(1, Math.max(0, index / room));
}
