/** `2.01902E+11`: Excel shows and saves a number like this when it is wider than its column. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d{1,3}$/i;

/** Explains why a text cannot be somebody's number, or returns null: the digits that Excel left out are lost. */
export function shortenedNumberFault(text: string): string | null {
  return SHORTENED.test(text.trim())
    ? "Excel shortened this number: format the column as text, and enter the number in full"
    : null;
}
