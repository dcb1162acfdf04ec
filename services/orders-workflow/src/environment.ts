import { readSecret } from '@open-oms/service-kit/config/secret-files'
import { publicBaseVariable, reportingVariable, serviceEnvironment } from '@open-oms/service-kit/process/service-environment'
import { type Static, Type } from '@sinclair/typebox'

/** The variables that say in which bucket files of saved reports are put. */
const reportBucketVariables = {
  REPORTS_S3_BUCKET: Type.Optional(
    Type.String({ description: 'Bucket of S3 that takes the files of saved reports which have a folder. Unset: none does.' }),
  ),
  REPORTS_S3_REGION: Type.String({ default: 'us-east-1', description: 'Region of that bucket.' }),
  REPORTS_S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        "A service other than Amazon's that speaks S3. Without a key of its own, credentials come from where Amazon's tools look for them.",
    }),
  ),
  REPORTS_AWS_ACCESS_KEY_ID: Type.Optional(
    Type.String({ secret: true, description: 'Name of the key of that bucket; it needs to put objects and nothing else.' }),
  ),
  REPORTS_AWS_SECRET_ACCESS_KEY: Type.Optional(Type.String({ secret: true, description: 'That key.' })),
  REPORTS_S3_PATH_STYLE: Type.Boolean({
    default: false,
    description: 'Address the bucket as `endpoint/bucket` rather than `bucket.endpoint`, as most services but Amazon want it.',
  }),
}

/**
 * The environment of orders-workflow. `.env.example` and the configuration reference are generated
 * from it.
 */
export const OrdersEnvironment = serviceEnvironment(8082, {
  ...publicBaseVariable,
  ...reportingVariable,
  LEDGER_REPORTING_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      description:
        'The database of accounting-read for its user of reports, or a standby of it. Without it saved reports are of orders and stock alone.',
    }),
  ),
  ...reportBucketVariables,
  AUDIT_OTLP_URL: Type.Optional(
    Type.String({
      description:
        'Where records of the audit log are sent as logs of OpenTelemetry (OTLP over HTTP), such as `https://collector:4318/v1/logs`. Unset: nowhere.',
    }),
  ),
  WRITE_GROUP_SIZE: Type.Integer({
    default: 32,
    minimum: 1,
    maximum: 500,
    description: 'Most orders that are written in one transaction because they arrived together; 1 writes each on its own.',
  }),
  WRITE_GROUPS: Type.Integer({
    default: 2,
    minimum: 1,
    maximum: 8,
    description: 'How many of these transactions a process has under way at a time.',
  }),
  WORKFLOW_RUNS: Type.Integer({
    default: 32,
    minimum: 1,
    maximum: 500,
    description: 'Most workflow runs that a process carries out in the background at a time; those that wait for a call count.',
  }),
  ORDER_DOCUMENTS: Type.Union([Type.Literal('sparse'), Type.Literal('whole')], {
    default: 'sparse',
    description: 'How orders are stored: without empty fields, or whole as long as processes of an earlier version run.',
  }),
  OMS_DATA_DIR: Type.String({
    default: '.data',
    description: 'Folder for e-mails and SMS whose connector has no address: they are kept as files in `mail` and `sms`.',
  }),
})

const ReportBucketEnvironment = Type.Object(reportBucketVariables)
export type ReportBucketEnvironment = Static<typeof ReportBucketEnvironment>

/** The part of the environment that the command line needs. */
export const CommandEnvironment = Type.Pick(OrdersEnvironment, ['DATABASE_URL'])

/**
 * The value of a variable that `connectors.json` names for an address or a secret, its own or that
 * of a file (configuration.md#secrets-in-files). The tenant chooses these names, so the variables
 * are not part of the schema.
 */
export function connectorVariable(name: string): string | undefined {
  return readSecret(name, process.env)
}
