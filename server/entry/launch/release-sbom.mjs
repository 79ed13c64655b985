import { createHash } from 'node:crypto';

/**
 * The bill of materials of a release, in CycloneDX: what npm knows of the packages that are in it. The same release has
 * the same bill, no matter who makes it and when.
 */

/** npm marks what only developers need; what is in a release is needed. */
const FOR_DEVELOPERS = 'cdx:npm:package:development';
/** As a UUID of version 8 (RFC 9562) is written: a hash of our own choice. */
const UUID = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/;

/**
 * @param {object} all what `npm sbom --sbom-format cyclonedx` says of the checkout
 * @param {{ packages: import('./shipped-packages.mjs').Shipped[], product: { name: string, version: string },
 *   at: Date }} of
 */
export function billOf(all, { packages, product, at }) {
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const refOfProduct = all.metadata.component['bom-ref'];
  const isWanted = (ref) => wanted.has(ref);
  const components = all.components
    .filter((each) => isWanted(each['bom-ref']))
    .map((each) => ({
      ...each,
      scope: 'required',
      properties: each.properties.filter(({ name }) => name !== FOR_DEVELOPERS),
    }));
  const missing = [...wanted].filter((ref) => !components.some((each) => each['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`npm does not know what is shipped: ${missing.join(', ')}`);
  const dependencies = all.dependencies
    .filter(({ ref }) => ref === refOfProduct || isWanted(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isWanted) }));
  const bill = {
    ...all,
    metadata: {
      ...all.metadata,
      timestamp: at.toISOString(),
      component: { ...all.metadata.component, type: 'application', ...product },
    },
    components,
    dependencies,
  };
  return { ...bill, serialNumber: `urn:uuid:${uuidOf(JSON.stringify({ ...bill, serialNumber: undefined }))}` };
}

function uuidOf(text) {
  return createHash('sha256').update(text).digest('hex').replace(UUID, '$1-$2-8$3-8$4-$5').slice(0, 36);
}
