/** Where the cursor is on the report that a key led to: in the field that it was in, or in the first that is empty. */
export type PagingStart = "same" | "empty";

/** On a computer that a staff room shares each has their own way. */
function keyOf(account: number): string {
  return `termbook.paging.${account}`;
}

export function pagingStart(account: number): PagingStart {
  try {
    return localStorage.getItem(keyOf(account)) === "empty" ? "empty" : "same";
  } catch {
    return "same";
  }
}

/** A browser that keeps nothing forgets it with the page. */
export function rememberPagingStart(account: number, start: PagingStart): void {
  try {
    localStorage.setItem(keyOf(account), start);
  } catch {
    return;
  }
}
