/**
 * `node tools/sbom.ts FOLDER`: writes `sbom.cdx.json` (CycloneDX) into the folder of a service as
 * `pnpm deploy` makes it, with every package that is in it. The image build calls it; images carry
 * the file.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './sbom/bill-of-materials.ts'
import { readDeployedPackages } from './sbom/deployed-packages.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node tools/sbom.ts FOLDER')
  process.exit(2)
}
const deployed = readDeployedPackages(folder)
writeFileSync(join(folder, 'sbom.cdx.json'), await billOfMaterials(deployed))
console.log(`sbom.cdx.json: ${deployed.packages.length} packages`)
