/** The size of stored portraits in pixels: more than 300 dots per inch for the 76 x 96 points on a report. */
export const PICTURE_SIZE = { width: 300, height: 380 };

export const MOST_ZOOM = 4;

/** The part of a picture to keep: zoom factor, and position from 0 to 1 within the room that the zoom leaves. */
export type Crop = { zoom: number; across: number; down: number };

/** The first crop is above the middle, because most pictures have the face in their upper half. */
export const FIRST_CROP: Crop = { zoom: 1, across: 0.5, down: 0.3 };

export type PixelSize = { width: number; height: number };
export type PictureArea = PixelSize & { x: number; y: number };

/** Calculates the rectangle of a picture, in its own pixels, that the stored portrait shows. */
export function cropArea({ width, height }: PixelSize, { zoom, across, down }: Crop): PictureArea {
  const scale = zoom * Math.max(PICTURE_SIZE.width / width, PICTURE_SIZE.height / height);
  const part = { width: PICTURE_SIZE.width / scale, height: PICTURE_SIZE.height / scale };
  return { ...part, x: (width - part.width) * across, y: (height - part.height) * down };
}

/** Calculates the crop after dragging by fractions of the frame, which the picture always covers. */
export function dragCrop(
  picture: PixelSize,
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

/** Calculates the new position. @param before the old one, which stays when there is no spare room */
function share(index: number, room: number, before: number): number {
  return room < 1 ? before : Math.min(1, Math.max(0, index / room));
}
