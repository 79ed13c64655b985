import type { FastifyInstance } from 'fastify';
import { StartRefused } from '#server/platform/system/one-line-error.ts';

/**
 * Listens, or says in one line why not.
 *
 * @param place.names the settings that say where
 * @throws StartRefused if the port is taken or may not be opened, or if the host is not one of this machine
 */
export async function listening(
  app: FastifyInstance,
  { host, port, names }: { host: string; port: number; names: { host: string; port: string } },
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartRefused(`port ${port} is taken; stop the other program or set ${names.port}`);
    if (code === 'EACCES')
      throw new StartRefused(`port ${port} may not be opened by this user; set ${names.port} to 1024 or more`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartRefused(`${names.host} "${host}" is not an address of this machine`);
    throw error;
  }
}
