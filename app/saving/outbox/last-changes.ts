import { openTabs } from "./open-tabs.ts";
import { saveChanges, type Change } from "./outbox-database.ts";

const NAME = "termbook-last-changes ";

/**
 * Leaves unwritten changes in `localStorage`, which is written at once, because a closing page cannot wait for its
 * database. They stay until the page turns out to be still open, or the next page has stored them.
 */
export function saveLastChanges(page: string, changes: readonly Change[]): void {
  try {
    if (changes.length > 0) localStorage.setItem(NAME + page, JSON.stringify(changes));
    else localStorage.removeItem(NAME + page);
  } catch {
    // Storage is blocked or full. The database may have been quick enough.
  }
}

/**
 * Stores in the database the changes that closed pages left. Changes that cannot be stored now stay for another page.
 */
export async function recoverLastChanges(ownPage: string): Promise<void> {
  const left = leftChanges().filter(({ page }) => page !== ownPage);
  if (left.length === 0) return;
  const open = await openTabs();
  for (const { page, changes } of left.filter(({ page }) => !open.has(page))) {
    await saveChanges(changes).then(
      () => saveLastChanges(page, []),
      () => undefined,
    );
  }
}

function leftChanges(): { page: string; changes: Change[] }[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(NAME));
    return names.map((name) => ({
      page: name.slice(NAME.length),
      changes: JSON.parse(localStorage.getItem(name) ?? "[]") as Change[],
    }));
  } catch {
    return [];
  }
}
