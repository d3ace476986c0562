const LEAST = 101;
const COUNT = 9_890;
/** Has no divisor in common with COUNT: every number comes once before one comes again. */
const STRIDE = 3_677;

/**
 * Marks that nobody has given before, so that a mark found anywhere tells who wrote it and when. Two decimals, the last
 * of them not 0: a mark of the demo school is never one of them, and a field shows it as it was typed.
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
