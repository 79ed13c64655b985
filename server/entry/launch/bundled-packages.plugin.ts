import type { Plugin } from 'vite';
import { packagesOf } from './bundled-packages.mjs';

/** Where it is written, in the folder of the build. */
const FILE = '.vite/packages.json';

/** Lists the packages that the build was made from, style sheets included: a release carries their licenses. */
export function bundledPackages(): Plugin {
  return {
    name: 'perch:bundled-packages',
    apply: 'build',
    generateBundle() {
      const packages = packagesOf(this.getModuleIds());
      this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(packages)}\n` });
    },
  };
}
