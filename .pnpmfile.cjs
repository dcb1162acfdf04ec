// The optional peers of Prisma Client are its command line tool and TypeScript. Only development needs them, and has them in the
// root; pnpm would put them, with 200 MB of their own dependencies, into the image of every service.
function readPackage(manifest) {
  if (manifest.name !== '@prisma/client') return manifest
  const { peerDependencies, peerDependenciesMeta, ...kept } = manifest
  return kept
}

module.exports = { hooks: { readPackage } }
