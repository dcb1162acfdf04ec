import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { PackageURL } from 'packageurl-js'
import parseExpression from 'spdx-expression-parse'
import { type DeployedPackage, type Deployment, type Manifest, nameAndVersion } from './deployed-packages.ts'

const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory(),
  new Contrib.License.Factories.LicenseFactory((expression) => void parseExpression(expression)),
)

/**
 * The packages of a deployed service as a CycloneDX document in JSON, with licences, hashes and
 * dependencies. The same packages make the same text: it has no time and no serial number. Rejects
 * when the document breaks the schema of CycloneDX.
 */
export async function billOfMaterials({ root, packages }: Deployment): Promise<string> {
  const bom = new Models.Bom()
  bom.metadata.component = component(root, Enums.ComponentType.Application)
  // One version of a package may be there several times, with different peers.
  const components = new Map<string, Models.Component>()
  for (const one of packages) {
    const id = nameAndVersion(one)
    if (!components.has(id)) components.set(id, component(one, Enums.ComponentType.Library))
  }
  const idOfFolder = new Map(packages.map((one) => [one.folder, nameAndVersion(one)]))
  const depends = (on: Models.Component, { dependencies }: DeployedPackage) => {
    for (const folder of dependencies) {
      const needed = components.get(idOfFolder.get(folder) ?? '')
      if (needed !== undefined) on.dependencies.add(needed.bomRef)
    }
  }
  depends(bom.metadata.component, root)
  for (const one of packages) depends(components.get(nameAndVersion(one)) as Models.Component, one)
  for (const one of components.values()) bom.components.add(one)
  return serialise(bom)
}

function component(one: DeployedPackage, type: Enums.ComponentType): Models.Component {
  const { name, version } = one.manifest
  const made = builder.makeComponent(one.manifest as Manifest & Record<string, unknown>, type)
  if (made === undefined) throw new Error(`${one.folder} has no package.json that names the package.`)
  made.bomRef.value = `${name}@${version}`
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  made.purl = new PackageURL('npm', scope, own, version, undefined, undefined).toString() as never
  if (one.sha512 !== null) made.hashes.set(Enums.HashAlgorithm['SHA-512'], one.sha512)
  return made
}

async function serialise(bom: Models.Bom): Promise<string> {
  const spec = Spec.Spec1dot6
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec))
  const text = serializer.serialize(bom, { sortLists: true, space: 1 })
  const invalid = await new Validation.JsonStrictValidator(spec.version).validate(text)
  if (invalid !== null) throw new Error(`The bill of materials breaks the schema of CycloneDX: ${JSON.stringify(invalid)}`)
  return text
}
