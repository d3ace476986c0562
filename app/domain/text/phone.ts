/** Printed before a phone number: the country code 1 and the area code of Trinidad and Tobago. */
export const PHONE_PREFIX = "1868";

/** Characters that people write between digits; contacts copied from a phone have invisible ones too. */
const SEPARATORS = /[\s().\p{Pd}\p{Cf}]/gu;

const LOCAL_NUMBER = /^(?:(?:\+?1)?868)?(\d{7})$/;

/**
 * Reads the seven local digits of `868-765-4321`, `+1 (868) 555-0127` or `555-0127`. Returns null for any other text:
 * a longer number is never shortened to another one.
 */
export function readPhone(text: string): string | null {
  return LOCAL_NUMBER.exec(text.replaceAll(SEPARATORS, ""))?.[1] ?? null;
}
