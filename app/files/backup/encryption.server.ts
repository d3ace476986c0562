import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { open, readFile } from "node:fs/promises";
import { ReadableStream } from "node:stream/web";

/** A key pair as `age-keygen` creates it: `identity` decrypts what was encrypted for `recipient`. */
export type BackupKey = { identity: string; recipient: string };

type Bytes = AsyncIterable<Uint8Array>;

const BEGINNING = "age-encryption.org/v1\n";

const IDENTITY = /^AGE-SECRET-KEY-.+$/m;

/** Reads a key pair. Returns null without a path. @throws Error when the file does not exist or contains no key */
export async function readBackupKey(path: string | undefined): Promise<BackupKey | null> {
  if (path === undefined) return null;
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) throw new Error(`BACKUP_KEY_FILE (${path}) cannot be read. Check the path.`);
  const identity = IDENTITY.exec(text)?.[0].trim() ?? "";
  const recipient = await identityToRecipient(identity).catch(() => null);
  if (recipient === null)
    throw new Error(
      `BACKUP_KEY_FILE (${path}) contains no key. Create a key with \`npm run backup-key -- FILE\`.`,
    );
  return { identity, recipient };
}

export async function createBackupKey(): Promise<BackupKey> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export async function isEncryptedFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length));
    return buffer.toString("latin1", 0, bytesRead) === BEGINNING;
  } finally {
    await file.close();
  }
}

/** Returns an encrypting step for `pipeline`, which holds one chunk in memory at a time. */
export function createEncryptor({ recipient }: BackupKey): (plain: Bytes) => Bytes {
  return async function* encrypted(plain) {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    yield* (await encrypter.encrypt(streamOf(plain))) as unknown as Bytes;
  };
}

/**
 * Returns a decrypting step, which throws an Error for another key and for incomplete or changed data.
 * @param path the file's path for error messages
 */
export function createDecryptor({ identity }: BackupKey, path: string): (bytes: Bytes) => Bytes {
  return async function* decrypted(bytes) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const plain = await decrypter.decrypt(streamOf(bytes)).catch(() => {
      throw new Error(
        `${path} cannot be opened with the key in BACKUP_KEY_FILE: it was encrypted with another key, or is not a complete backup.`,
      );
    });
    try {
      yield* plain as unknown as Bytes;
    } catch {
      throw new Error(`${path} is not a complete backup: it was cut off or changed.`);
    }
  };
}

function streamOf(bytes: Bytes): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array>;
}
