/**
 * Controls other than tab and line end, half of a surrogate pair, and what is no character in XML: the database, Word and
 * the printed page have no place for them.
 */
// eslint-disable-next-line no-control-regex
export const UNKEPT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
