const LEAST = 101;
const COUNT = 9_890;
/** The step has no divisor in common with COUNT, so every number comes once before any repeats. */
const STRIDE = 3_677;

/**
 * Marks that nobody has given before, so that a mark found anywhere shows its author and time. They have two
 * decimals, the last of them not 0, so no mark of the demo school is one of them, and a field shows them as typed.
 */
export class FreshMarks {
  private place: number;

  constructor(seed: number) {
    this.place = seed % COUNT;
  }

  next(): string {
    this.place = (this.place + STRIDE) % COUNT;
    const hundredths = LEAST + this.place;
    return hundredths % 10 === 0 ? this.next() : (hundredths / 100).toFixed(2);
  }
}
