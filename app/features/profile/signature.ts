/** The largest upload in MB, which is enough for a phone's photograph of a sheet of paper. */
export const MAX_SIGNATURE_MB = 10;

/** The signature of a person who signs reports; `pictureUrl` is null if there is none yet. */
export type OwnSignature = { pictureUrl: string | null };
