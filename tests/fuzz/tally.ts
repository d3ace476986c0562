import type { Plan } from "./plan.ts";

/** Counts how the requests of a run were answered, for tests/README.md and for judging a run. */
export class Tally {
  private readonly began = Date.now();
  private readonly answers = new Map<number, number>();

  count(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  told({ seed, count }: Plan): string {
    const answers = [...this.answers].toSorted(([one], [other]) => one - other);
    const total = answers.reduce((sum, [, times]) => sum + times, 0);
    const seconds = Math.round((Date.now() - this.began) / 1_000);
    const each = answers.map(([status, times]) => `${status}: ${times}`).join(", ");
    return `SEED=${seed} FUZZ_COUNT=${count}: ${total} requests in ${seconds} s (${each})`;
  }
}
