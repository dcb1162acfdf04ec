import { Type } from '@sinclair/typebox'
import t from 'tap'
import { describeEnvironment, EnvironmentError, loadEnvironment } from './load-environment.ts'

const Environment = Type.Object({
  DATABASE_URL: Type.String({ description: 'Address of the database.', secret: true, pattern: '^postgres' }),
  PORT: Type.Integer({ description: 'Port to listen on.', default: 8080, minimum: 0, maximum: 65535 }),
  CORS_ORIGINS: Type.Array(Type.String(), { description: 'Origins, comma-separated.', default: [] }),
  IS_PUBLIC: Type.Boolean({ description: 'Whether.', default: false }),
  LOG_LEVEL: Type.Union([Type.Literal('info'), Type.Literal('debug')], { description: 'Level.', default: 'info' }),
  REDIS_URL: Type.Optional(Type.String({ description: 'Shared counters.' })),
})
const least = { DATABASE_URL: 'postgres://u:p@h/d' }

t.test('given variables as texts, when the environment is loaded, then they are converted, missing ones default', async (t) => {
  t.same(loadEnvironment(Environment, { ...least, PORT: '', OTHER: 'x' }), {
    ...least,
    PORT: 8080,
    CORS_ORIGINS: [],
    IS_PUBLIC: false,
    LOG_LEVEL: 'info',
  })
  t.match(loadEnvironment(Environment, { ...least, PORT: '9', CORS_ORIGINS: 'a, b,', IS_PUBLIC: 'TRUE', LOG_LEVEL: 'debug' }), {
    PORT: 9,
    CORS_ORIGINS: ['a', 'b'],
    IS_PUBLIC: true,
    LOG_LEVEL: 'debug',
  })
})

t.test('given several invalid variables, when they are loaded, then one error names all of them with the reason', async (t) => {
  const read = () => loadEnvironment(Environment, { PORT: '99999', IS_PUBLIC: 'maybe', LOG_LEVEL: 'loud' })
  t.throws(read, EnvironmentError)
  t.throws(read, { message: /DATABASE_URL is missing: Address of the database\./ })
  t.throws(read, { message: /PORT must be number \(at least 0, at most 65535\), not "99999"/ })
  t.throws(read, { message: /IS_PUBLIC must be true or false, not "maybe"/ })
  t.throws(read, { message: /LOG_LEVEL must be info, debug, not "loud"/ })
})

t.test('given an invalid secret, when the environment is loaded, then the error does not show its value', async (t) => {
  try {
    loadEnvironment(Environment, { DATABASE_URL: 'mysql://root:hunter2@h' })
    t.fail('it must throw')
  } catch (error) {
    t.match((error as Error).message, /DATABASE_URL must be text/)
    t.notMatch((error as Error).message, /hunter2/)
  }
})

t.test('given an environment, when it is described, then every variable is listed for the references', async (t) => {
  t.same(describeEnvironment(Environment).slice(0, 3), [
    {
      name: 'DATABASE_URL',
      description: 'Address of the database.',
      default: null,
      isRequired: true,
      isSecret: true,
      form: 'text',
    },
    { name: 'PORT', description: 'Port to listen on.', default: '8080', isRequired: false, isSecret: false, form: 'number' },
    {
      name: 'CORS_ORIGINS',
      description: 'Origins, comma-separated.',
      default: '',
      isRequired: false,
      isSecret: false,
      form: 'list',
    },
  ])
})
