/** The position of the cursor on the report to which a key led: in the same field, or in the first empty one. */
export type PagingStart = "same" | "empty";

/** On a shared staff room computer, each account has its own setting. */
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

/** In a browser without storage the setting lasts as long as the page. */
export function rememberPagingStart(account: number, start: PagingStart): void {
  try {
    localStorage.setItem(keyOf(account), start);
  } catch {
    return;
  }
}
