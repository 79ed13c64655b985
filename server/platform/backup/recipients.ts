// Who can open a backup: recipients and identities of age (https://age-encryption.org/v1).
import { readFile, stat } from 'node:fs/promises';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';

/** An identity file has a few lines. */
const MOST_BYTES = 64 * 1024;

/** The recipients of a list such as `age1…, age1…`. @throws StartRefused for one that is none, without repeating it */
export function readRecipients(list: string, source: string): string[] {
  const recipients = list.split(/[\s,]+/).filter((each) => each !== '');
  for (const recipient of recipients) {
    // A secret key in the wrong place must not end up in a log.
    if (/^AGE-SECRET-KEY-/i.test(recipient))
      throw new StartRefused(
        `${source} holds a secret key; set it to the public one (age-keygen -y FILE) and keep the secret one elsewhere`,
      );
    try {
      new Encrypter().addRecipient(recipient);
    } catch {
      throw new StartRefused(
        `${source} must be public keys of age such as age1…, separated by commas; ${JSON.stringify(recipient.slice(0, 12))}… is none`,
      );
    }
  }
  if (recipients.length === 0) throw new StartRefused(`${source} names no recipient`);
  return recipients;
}

/** The secret keys of an identity file, as age-keygen writes it. @throws StartRefused */
export async function readIdentities(file: string): Promise<string[]> {
  const content = await readSmallFile(file);
  const identities = content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIdentity = (line: string) => {
    try {
      new Decrypter().addIdentity(line);
      return true;
    } catch {
      return false;
    }
  };
  if (identities.length === 0 || !identities.every(isIdentity))
    throw new StartRefused(`${file} is not an identity file of age: it should hold lines such as AGE-SECRET-KEY-1…`);
  return identities;
}

async function readSmallFile(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new StartRefused(`${file} is too large for an identity file`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`${file} can't be read: ${reasonOf(error)}`);
  }
}

/**
 * A key for one backup, by which it is opened once to verify it and which is then forgotten: the machine that makes
 * backups has none of the keys that open them.
 */
export async function passingKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}
