import { outputOf } from '../../fixtures/system/commands.mjs';
import { canInstallPackages, installPackages } from '../../fixtures/system/debian.mjs';
import { binariesFromDebian, binariesOfMachine } from './postgres-binaries.mjs';

/**
 * PostgreSQL's programs and pgBackRest, as Debian has them: each version of pgBackRest knows the servers up to its day.
 *
 * @returns {Promise<string>} the folder of PostgreSQL's programs
 */
export async function providePgBackRest() {
  const binaries = (await binariesOfMachine()) ?? (await binariesFromDebian());
  if (binaries === null) throw new Error('no PostgreSQL was found or could be installed (apt-get install postgresql)');
  const isThere = async () => (await outputOf('pgbackrest', ['version'])) !== null;
  if ((await isThere()) || (canInstallPackages() && (await installPackages(['pgbackrest'])) && (await isThere())))
    return binaries;
  throw new Error('pgBackRest was not found and could not be installed (apt-get install pgbackrest)');
}
