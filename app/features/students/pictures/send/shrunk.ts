import { PICTURE_SIZE } from "#domain/people/picture-crop.ts";

/** Twice as fine as it is kept: the server finds the face, and makes it smaller. */
const [WIDTH, HEIGHT] = [2 * PICTURE_SIZE.width, 2 * PICTURE_SIZE.height];

/** A picture as small as it can be sent; what this browser cannot read goes as it is, and the server judges it. */
export async function shrunk(file: File): Promise<Blob> {
  try {
    if (!file.type.startsWith("image/")) return file;
    const picture = await createImageBitmap(file);
    const scale = Math.max(WIDTH / picture.width, HEIGHT / picture.height);
    if (scale >= 1) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const paper = canvas.getContext("2d");
    if (!paper) return file;
    // What is transparent would be black in a JPEG.
    paper.fillStyle = "white";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
    return made && made.size < file.size ? made : file;
  } catch {
    return file;
  }
}
