import { groupBy } from "#domain/late/sheet-lines.ts";

type ClassOfTerm = {
  academic_term_id: number;
  class_id: number;
  /**
   * A text that changes with the data from which the value is read. It is read before the value, so it is never newer
   * than the value.
   */
  state: string;
};

type Reading<Row, Value> = {
  /** A name that distinguishes the different values of one class in a term. */
  what: string;
  /** Reads the values of some classes of one term. */
  read: (rows: readonly Row[]) => Promise<ReadonlyMap<number, Value>>;
};

/** The value of a class, which is missing while it is read. */
type Kept<Value> = { state: string; reading: Promise<void>; value?: Value };

/** The size of a cache: enough for three terms and both tests of 20,000 students. Four full caches take about 150 MB. */
const MOST_KEPT = 5_000;

/** The number of classes that one query reads. Between the queries the server can handle other requests. */
const CLASSES_AT_ONCE = 40;

/**
 * A cache of values that are read for each class. A school looks at the same terms all morning, and a class is read
 * again only after a change, so a page costs little even in a large school.
 */
export class ClassDataCache<Value> {
  private readonly kept = new Map<string, Kept<Value>>();

  /** Returns each row with its value. Reads the classes that have changed since they were read last. */
  async load<Row extends ClassOfTerm>(
    rows: readonly Row[],
    { what, read: readSome }: Reading<Row, Value>,
  ): Promise<[Row, Value][]> {
    const found = new Map<Row, Kept<Value>>();
    const changed: Row[] = [];
    for (const row of rows) {
      const known = this.find(row, what);
      if (known) found.set(row, known);
      else changed.push(row);
    }
    let before: Promise<unknown> = Promise.resolve();
    for (const own of groupBy(changed, ({ academic_term_id }) => academic_term_id).values()) {
      for (let from = 0; from < own.length; from += CLASSES_AT_ONCE) {
        const some = own.slice(from, from + CLASSES_AT_ONCE);
        const read = before.then(() => readSome(some));
        before = read.catch(() => null);
        for (const row of some) found.set(row, this.keep(row, what, read));
      }
    }
    // A promise for each of a thousand classes that are known already would take milliseconds.
    await Promise.all(
      [...found.values()].flatMap(({ value, reading }) => (value === undefined ? reading : [])),
    );
    return rows.map((row): [Row, Value] => {
      const value = found.get(row)?.value;
      if (value === undefined) throw new Error(`Class ${row.class_id} was not read.`);
      return [row, value];
    });
  }

  /** Finds an up-to-date value. Moves it to the end, because a full cache drops its first values. */
  private find(row: ClassOfTerm, what: string): Kept<Value> | null {
    const key = keyOf(row, what);
    const known = this.kept.get(key);
    if (known?.state !== row.state) return null;
    this.kept.delete(key);
    this.kept.set(key, known);
    return known;
  }

  private keep(row: ClassOfTerm, what: string, read: Promise<ReadonlyMap<number, Value>>): Kept<Value> {
    const key = keyOf(row, what);
    const entry: Kept<Value> = {
      state: row.state,
      reading: read.then((values) => {
        entry.value = values.get(row.class_id);
      }),
    };
    entry.reading.catch(() => {
      if (this.kept.get(key) === entry) this.kept.delete(key);
    });
    this.kept.delete(key);
    this.kept.set(key, entry);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return entry;
  }
}

function keyOf({ academic_term_id, class_id }: ClassOfTerm, what: string): string {
  return `${academic_term_id} ${class_id} ${what}`;
}
