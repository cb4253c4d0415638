/**
 * What a release consists of, as a CycloneDX 1.5 document.
 * @param {{ version: string, packages: { name: string, version: string, licence: string, integrity?: string }[],
 *   files: { name: string, sha256: string }[], timestamp: string, serialNumber: string }} release
 */
export function sbomOf({ version, packages, files, timestamp, serialNumber }) {
  const product = `contact-widget@${version}`;
  const libraries = packages.map(toLibrary);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${serialNumber}`,
    version: 1,
    metadata: {
      timestamp,
      component: {
        type: 'application',
        'bom-ref': product,
        name: 'contact-widget',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        components: files.map(({ name, sha256 }) => ({
          type: 'file',
          'bom-ref': `${product}/${name}`,
          name,
          hashes: [{ alg: 'SHA-256', content: sha256 }],
        })),
      },
    },
    components: libraries,
    dependencies: [
      { ref: product, dependsOn: libraries.map((library) => library['bom-ref']) },
      ...libraries.map((library) => ({ ref: library['bom-ref'] })),
    ],
  };
}

function toLibrary({ name, version, licence, integrity }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  // npm's lock file names the hash of the package as it was downloaded.
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name: bare,
    version,
    purl,
    licenses: [/^[\w.+-]+$/.test(licence) ? { license: { id: licence } } : { expression: licence }],
    ...(digest ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] } : {}),
  };
}
