import { existsSync, readFileSync } from "node:fs";
import { ImageRun } from "docx";
import { normalised } from "../text.ts";

type Shown = { path: string | null; width: number; height: number; alternative: string };

/** Word counts in pixels, of which a point has four thirds. */
const PIXELS = 4 / 3;

/** The pictures of one file: each is read once, and each use gets a number, because Word rejects duplicate numbers. */
export class Pictures {
  readonly #read = new Map<string, Buffer>();
  #shown = 0;

  /** Inserts a picture with a description for people who cannot see it. Returns null when there is no such picture. */
  show({ path, width, height, alternative }: Shown): ImageRun | null {
    const data = path === null ? null : this.#dataOf(path);
    if (data === null) return null;
    this.#shown += 1;
    const told = normalised(alternative);
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
