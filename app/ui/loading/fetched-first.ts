/**
 * Imports a module after fetching each of its files. A browser may remember that a module could not be loaded and not
 * request it again while the page is open; after the fetch, the import finds the files in the cache.
 * @param files The addresses of the module and of its imports.
 * @throws an error when a file cannot be fetched, or when a proxy responded instead of the server
 */
export async function importAfterFetch<Module>(
  load: () => Promise<Module>,
  files: readonly string[],
): Promise<Module> {
  await Promise.all(files.map(fetchScript));
  return load();
}

async function fetchScript(file: string): Promise<void> {
  const answer = await fetch(file);
  await answer.text();
  if (!answer.ok || !answer.headers.get("Content-Type")?.includes("javascript"))
    throw new Error(`${file} could not be fetched`);
}
