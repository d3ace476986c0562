/** `2.01902E+11`, as Excel shows and saves a number that is wider than its column. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d{1,3}$/i;

/** Why a text cannot be somebody's number, or null: the digits that Excel left out are gone. */
export function shortenedNumberFault(text: string): string | null {
  return SHORTENED.test(text.trim())
    ? "Excel shortened this number: format the column as text, and enter the number in full"
    : null;
}
