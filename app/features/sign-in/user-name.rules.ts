const LONGEST = 100;

/** A name as anyone may send it, made fit to look for: PostgreSQL takes no zero bytes, and attempts are stored by name. */
export function cleanUserName(userName: string): string {
  return userName
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, LONGEST);
}
