/** A person's picture as it is kept: 76 x 96 of a term report's mount at more than 300 dots an inch. */
export const PICTURE_SIZE = { width: 300, height: 380 };

export const MOST_ZOOM = 4;

/** Which part of a picture is kept: how much larger than it must be, and where in the room that leaves, from 0 to 1. */
export type Crop = { zoom: number; across: number; down: number };

/** A face is in the upper half of most pictures. */
export const FIRST_CROP: Crop = { zoom: 1, across: 0.5, down: 0.3 };

export type Size = { width: number; height: number };
export type Part = Size & { x: number; y: number };

/** The part of a picture, in its own dots, that fills the size that is kept. */
export function partOf({ width, height }: Size, { zoom, across, down }: Crop): Part {
  const scale = zoom * Math.max(PICTURE_SIZE.width / width, PICTURE_SIZE.height / height);
  const part = { width: PICTURE_SIZE.width / scale, height: PICTURE_SIZE.height / scale };
  return { ...part, x: (width - part.width) * across, y: (height - part.height) * down };
}

/** The crop after its picture was pulled by shares of what is kept; no edge is pulled into it. */
export function pulled(picture: Size, crop: Crop, { right, below }: { right: number; below: number }): Crop {
  const { x, y, width, height } = partOf(picture, crop);
  return {
    zoom: crop.zoom,
    across: share(x - right * width, picture.width - width, crop.across),
    down: share(y - below * height, picture.height - height, crop.down),
  };
}

/** @param before stays where there is no room to go to */
function share(place: number, room: number, before: number): number {
  return room < 1 ? before : Math.min(1, Math.max(0, place / room));
}
