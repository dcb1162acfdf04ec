import type { RouteContract } from '@open-oms/contracts/route'
import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import t from 'tap'
import { proxiedRoutes } from '../proxy/route-table.ts'
import { mergedDocument } from './merged-document.ts'

type Finding = { rule: string; where: string; message: string; isError: boolean }

/**
 * Warnings that were looked at: the rule, which places it is about, and why the document stays as
 * it is.
 */
const accepted: readonly { rule: string; where: RegExp; why: string }[] = [
  {
    rule: 'redocly no-ambiguous-paths',
    where: /^\/paths\/~1api~1(Orders|Accounting|Returns|ZReport|products)~1/,
    why: 'The paths are those of the interface that clients have; fixed parts win over parameters.',
  },
  {
    rule: 'redocly operation-2xx-response',
    where: /^\/paths\/~1api~1Accounting~1Postings(~1ByZReport)?\/get\/responses$/,
    why: 'A path whose id is missing is 400 by the interface, never 2xx.',
  },
  {
    rule: 'redocly no-unused-components',
    where: /^\/components\/headers\/(Deprecation|Sunset)$/,
    why: 'Calls that are to go have them; today there is none.',
  },
  {
    rule: 'spectral oas3-unused-component',
    where: /^components\/headers\/(Deprecation|Sunset)$/,
    why: 'The same.',
  },
  {
    rule: 'spectral operation-success-response',
    where: /^paths\/\/api\/Accounting\/Postings(\/ByZReport)?\/get\/responses$/,
    why: 'The same.',
  },
  {
    rule: 'spectral oas3-operation-security-defined',
    where: /\/security\/\d+\/token\/\d+$/,
    why: 'OpenAPI 3.1 lets requirements of any scheme list roles; the rule knows the scopes of OAuth alone.',
  },
]

function buildDocument(contracts: readonly RouteContract[]): OpenApiDocument {
  return mergedDocument({ contracts, hasIssuer: true, publicUrl: 'https://orders.example.com' })
}

const all = buildDocument(proxiedRoutes().map(({ contract }) => contract))

async function findingsOfRedocly(): Promise<Finding[]> {
  // The examples take most of the time, and recorded-examples.test.ts compares them with their
  // schemas too.
  const rules = isLongRun ? {} : ({ 'no-invalid-media-type-examples': 'off' } as const)
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(all), config })
  return problems.map(({ ruleId, severity, message, location: [place] }) => ({
    rule: `redocly ${ruleId}`,
    where: place?.pointer?.replace(/^#/, '') ?? '',
    message,
    isError: severity === 'error',
  }))
}

async function findingsOfSpectral(): Promise<Finding[]> {
  // All of it takes seconds. The gateway's own routes do not use every component.
  const document = isLongRun ? all : buildDocument([])
  const linter = new spectral.Spectral()
  // The types of the two packages do not fit each other under exactOptionalPropertyTypes.
  // Descriptions are counted by document-coverage.test.ts. Redocly checks the examples in a
  // twentieth of the time.
  const rules = { 'operation-description': 'off', 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off' } as const
  const partRules = isLongRun ? {} : ({ 'oas3-unused-component': 'off' } as const)
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']], rules: { ...rules, ...partRules } })
  const results = await linter.run(structuredClone(document))
  return results.map(({ code, severity, message, path }) => ({
    rule: `spectral ${code}`,
    where: path.join('/'),
    message,
    isError: severity === 0,
  }))
}

t.test(
  'given the document of all services, when Redocly and Spectral read it, then they find nothing but accepted warnings',
  async (t) => {
    const findings = [...(await findingsOfRedocly()), ...(await findingsOfSpectral())]
    const unused = new Set(accepted)
    const others = findings.filter((finding) => {
      const row = accepted.find(({ rule, where }) => rule === finding.rule && where.test(finding.where))
      if (row !== undefined) unused.delete(row)
      return row === undefined || finding.isError
    })
    t.strictSame(others, [])
    const read = isLongRun ? /./ : /^redocly/
    const left = [...unused].filter(({ rule }) => read.test(rule))
    t.strictSame(left, [], 'accepted warnings that occur no longer')
  },
)
