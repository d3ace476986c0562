import { existsSync, readFileSync } from "node:fs";
import { ImageRun } from "docx";
import { normaliseForPrint } from "../text.ts";

type Shown = { path: string | null; width: number; height: number; alternative: string };

/** Word measures pictures in pixels. A point is four thirds of a pixel. */
const PIXELS = 4 / 3;

/** The pictures of a file. Each is read once, but every use has its own number, because Word rejects duplicates. */
export class DocxPictures {
  readonly #read = new Map<string, Buffer>();
  #shown = 0;

  /** Inserts a picture with alternative text. Returns null if the picture does not exist. */
  show({ path, width, height, alternative }: Shown): ImageRun | null {
    const data = path === null ? null : this.#dataOf(path);
    if (data === null) return null;
    this.#shown += 1;
    const told = normaliseForPrint(alternative);
    return new ImageRun({
      type: "jpg",
      data,
      transformation: { width: width * PIXELS, height: height * PIXELS },
      altText: {
        id: String(this.#shown),
        name: `Picture ${this.#shown}`,
        title: told,
        description: told,
      },
    });
  }

  #dataOf(path: string): Buffer | null {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    if (!existsSync(path)) return null;
    const data = readFileSync(path);
    this.#read.set(path, data);
    return data;
  }
}
