/** A phone's photograph of a sheet of paper is smaller than this. */
export const MOST_SIGNATURE_MB = 10;

/** The signature of a person who signs reports; null where there is none yet. */
export type OwnSignature = { pictureUrl: string | null };
