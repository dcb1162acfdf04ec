import { type Static, Type } from '@sinclair/typebox'
import { described, Model, Nullable, Text, Word } from '../../primitives.ts'

export const ConfigurationFinding = Model(
  'ConfigurationFinding',
  {
    severity: described(Word(['error', 'warning']), 'Whether a start or a reload would be refused.'),
    file: described(Text, 'The file, within the folder.'),
    pointer: described(Text, 'JSON pointer of the value (RFC 6901); empty for the whole file.'),
    line: described(Nullable(Type.Integer({ minimum: 1 })), 'The line, from 1; null where the file cannot be read.'),
    reason: described(Text, 'What is wrong.'),
    remedy: described(Text, 'What to do about it.'),
  },
  'What a check found in a file of the configuration.',
)

const ConfigurationChange = Model(
  'ConfigurationChange',
  {
    file: described(Text, 'The file.'),
    what: described(Text, 'The change in words. Of a secret it says only that it is another one.'),
    note: described(Nullable(Text), 'What the change means for orders; null: nothing in particular.'),
  },
  'What would change when the folder is loaded.',
)

/**
 * The configuration folder as it is now, beside what runs
 * (configuration.md#configuration-folder-check).
 */
export const ConfigurationCheck = Model(
  'ConfigurationCheck',
  {
    hash: described(Text, 'Of the configuration that runs, as in `GET /api/Configuration`.'),
    hashOnDisk: described(Text, 'Of the folder. Another one than `hash`: the files have changed and are not in use.'),
    findings: described(Type.Array(ConfigurationFinding), 'What a start or a reload would refuse or warn of, errors first.'),
    changes: described(
      Nullable(Type.Array(ConfigurationChange)),
      'How the folder differs from what runs; null: its files cannot be read, as the findings say.',
    ),
  },
  'What a check of the configuration folder finds, and how the folder differs from what runs.',
)
export type ConfigurationCheck = Static<typeof ConfigurationCheck>
