/** A waiting row, with the names of the fields that were not left. */
type Waiting = { uncommitted: readonly string[] };

/**
 * Runs in the page: reads the rows that wait in the browser's own database, whichever page put them there. A missing
 * database is not created, because the product does that.
 */
export async function readUnsent(): Promise<Waiting[]> {
  const isThere = (await indexedDB.databases()).some(({ name }) => name === "termbook");
  if (!isThere) return [];
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("termbook");
    opening.onerror = () => reject(new Error("the browser's database does not open"));
    opening.onsuccess = () => {
      const reading = opening.result.transaction("unsent").objectStore("unsent").getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result as Waiting[]);
      };
    };
  });
}

/** Runs in the page: from now on nothing that is put into its database is stored before the page is closed. */
export async function blockDisk(): Promise<void> {
  const opening = indexedDB.open("termbook");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const store = opening.result.transaction("unsent", "readwrite").objectStore("unsent");
  const holdOn = () => (store.count().onsuccess = holdOn);
  holdOn();
}
