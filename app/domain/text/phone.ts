/** The prefix of every printed phone number: country code 1 and area code 868 for Trinidad and Tobago. */
export const PHONE_PREFIX = "1868";

/**
 * Characters that may separate the digits. Numbers copied from a phone's contacts also contain invisible characters.
 */
const SEPARATORS = /[\s().\p{Pd}\p{Cf}]/gu;

const LOCAL_NUMBER = /^(?:(?:\+?1)?868)?(\d{7})$/;

/**
 * Parses the seven local digits from texts such as `868-765-4321`, `+1 (868) 555-0127` or `555-0127`. Returns null for
 * any other text. A longer number is never cut, because the result would be somebody else's number.
 */
export function parsePhone(text: string): string | null {
  return LOCAL_NUMBER.exec(text.replaceAll(SEPARATORS, ""))?.[1] ?? null;
}

/** The telephone area code of Trinidad and Tobago. */
const AREA_CODE = "868";

/** Formats seven local digits for paper, such as `868 555 0127`. */
export function formatPrintedPhone(digits: string): string {
  return `${AREA_CODE} ${digits.slice(0, 3)} ${digits.slice(3)}`;
}
