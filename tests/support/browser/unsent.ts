/** A waiting row. `uncommitted` names its fields that still had the focus. */
type Waiting = { uncommitted: readonly string[] };

/**
 * Reads the waiting rows from the browser's own database. This function runs within the page. A missing database is
 * not created, because creating it is the product's task.
 */
export async function readUnsentRows(): Promise<Waiting[]> {
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

/** Makes the browser's database reject all writes until the page is closed. This function runs within the page. */
export async function blockBrowserDatabase(): Promise<void> {
  const opening = indexedDB.open("termbook");
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const store = opening.result.transaction("unsent", "readwrite").objectStore("unsent");
  const holdOn = () => (store.count().onsuccess = holdOn);
  holdOn();
}
