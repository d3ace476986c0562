/**
 * Imports a module once all its files are at hand. A browser may remember that a module could not be fetched and not ask
 * for it again while the page is open: so each is fetched as a file first, and the import finds it in the cache.
 * @param files the module's own and those it imports, by address
 * @throws when one cannot be had, or something on the way answered in the server's place
 */
export async function fetchedFirst<Module>(
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
    throw new Error(`${file} did not come`);
}
