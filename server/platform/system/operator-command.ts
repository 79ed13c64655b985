import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { productFolder } from './product-folder.ts';

/**
 * How the operator's command is typed in a checkout. Messages name the command by `operatorCommand`: an installed
 * release has neither npm nor the checkout's scripts.
 */
export const IN_CHECKOUT = 'npm run operator --';

/** What an installed release has on the path: the wrapper of the systemd unit, or the link of the image. */
const INSTALLED = 'perch-operator';

/** Where a program runs, and what it finds there. */
export interface Installation {
  /** Of the checkout or of the unpacked release. */
  readonly folder: string;
  /** The folders that are searched for programs. */
  readonly path: string;
}

function here(): Installation {
  return { folder: productFolder(import.meta.url), path: process.env.PATH ?? '' };
}

function isCheckout({ folder }: Installation): boolean {
  return existsSync(join(folder, 'server/entry/operator/main.ts'));
}

/** The operator's command as it is typed where this program runs, with what follows it. */
export function operatorCommand(rest = '', at: Installation = here()): string {
  return `${programOf(at)} ${rest}`.trim();
}

function programOf(at: Installation): string {
  if (isCheckout(at)) return IN_CHECKOUT;
  return at.path.split(delimiter).some((folder) => isProgram(join(folder, INSTALLED)))
    ? INSTALLED
    : `node ${join(at.folder, 'dist/server/operator.mjs')}`;
}

/** How the server is started where this program runs. */
export function startCommand(at: Installation = here()): string {
  return isCheckout(at) ? 'npm start' : `node ${join(at.folder, 'dist/server/main.mjs')}`;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
