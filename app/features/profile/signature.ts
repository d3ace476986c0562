/** What a phone's camera makes of a sheet of paper is less. */
export const MOST_SIGNATURE_MB = 10;

/** Of who signs reports; null for everybody else. */
export type OwnSignature = { pictureUrl: string | null };
