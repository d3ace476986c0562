const SAVE_ID_BYTES = 16;

/** `crypto.randomUUID` exists on HTTPS only; many schools run on plain HTTP (design section 5). */
export function newSaveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SAVE_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
