const [PERCENT, SLASH, OPEN, CLOSE, BACKSLASH] = [..."%/()\\"].map((sign) => sign.charCodeAt(0));
const S = "s".charCodeAt(0);
const STREAM = Buffer.from("stream");
const END_OF_STREAM = Buffer.from("endstream");
const BLANK = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set([..."()<>[]{}/%"].map((sign) => sign.charCodeAt(0)));
/** The length of `Encrypt` when every letter is written as a code: `#45#6e…`. */
const LONGEST = 3 * "Encrypt".length;
/** Matches the value of `Encrypt`: a reference such as `5 0 R`, or the beginning of a dictionary. */
const LOCK = /^(?:\d{1,10}\s+\d{1,5}\s+R|<<)/;
const LOOKED_AT = 40;

/**
 * Tells whether a PDF is encrypted, by the rules that PDF readers follow. A name may be written with codes and be
 * followed by a comment; the same word within texts, comments or streams does not count (ISO 32000, 7.2 and 7.3).
 */
export function isLockedPdf(bytes: Buffer): boolean {
  const lastStream = bytes.lastIndexOf(END_OF_STREAM);
  for (let at = 0; at < bytes.length;) {
    const sign = bytes[at];
    if (sign === PERCENT) at = endOfLine(bytes, at);
    else if (sign === OPEN) at = endOfText(bytes, at);
    else if (sign === S && at < lastStream && isStreamAt(bytes, at))
      at = bytes.indexOf(END_OF_STREAM, at) + END_OF_STREAM.length;
    else if (sign === SLASH) {
      const end = endOfName(bytes, at + 1);
      if (isEncrypt(bytes.subarray(at + 1, end)) && isLockAt(bytes, end)) return true;
      at = end;
    } else at += 1;
  }
  return false;
}

function isEncrypt(name: Buffer): boolean {
  if (name.length > LONGEST) return false;
  const written = name.toString("latin1");
  return written.replace(/#([\da-f]{2})/gi, (_, code: string) => codeAsLetter(code)) === "Encrypt";
}

function codeAsLetter(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/** Tells whether the value of `Encrypt` begins here. Comments count as blanks, even within a reference. */
function isLockAt(bytes: Buffer, from: number): boolean {
  let words = "";
  for (let at = from; at < bytes.length && words.length < LOOKED_AT;) {
    if (bytes[at] === PERCENT) {
      words += " ";
      at = endOfLine(bytes, at);
    } else {
      words += String.fromCharCode(bytes[at] ?? 0);
      at += 1;
    }
  }
  return LOCK.test(words.trimStart());
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  return at;
}

/** Returns the end of a text. Brackets within it come in pairs or after a backslash. */
function endOfText(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const sign = bytes[at];
    if (sign === BACKSLASH) at += 1;
    else if (sign === OPEN) depth += 1;
    else if (sign === CLOSE && --depth === 0) return at + 1;
  }
  return bytes.length;
}

function isStreamAt(bytes: Buffer, at: number): boolean {
  if (!bytes.subarray(at, at + STREAM.length).equals(STREAM)) return false;
  const after = bytes[at + STREAM.length];
  return after === 10 || after === 13;
}

function endOfName(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const sign = bytes[at] ?? 0;
    if (BLANK.has(sign) || DELIMITERS.has(sign)) break;
  }
  return at;
}
