import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '@open-oms/system/root'
import t from 'tap'

const folders: Readonly<Record<string, string>> = { bench: 'bench', fuzz: 'e2e' }
const programPath = (command: string) => join(root, folders[command] ?? 'tools', `${command}.ts`)

/** The commands of package.json that read their arguments by \`commandLine\`. */
function commands(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const found = JSON.stringify(scripts).matchAll(/bootstrap\.mjs ([a-z-]+)/g)
  return [...new Set([...found].map(([, command = '']) => command))].filter((command) => command !== 'oms')
}

async function run(command: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--conditions=development', programPath(command), ...args])
  const exit = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await exit)[0], output, errors }
}

// `npm start -- --help` started the system, and others printed where in their source they had
// failed.
t.test(
  'given a command, when its help is asked for or an option is unknown, then it says how it is used and does nothing',
  async (t) => {
    for (const command of commands()) t.match(readFileSync(programPath(command), 'utf8'), /commandLine\(\{/, command)
    const [help, unknown, word, name] = await Promise.all([
      run('start', '--help'),
      run('screenshots', '--nonsense'),
      run('bench', 'nonsense'),
      run('generate', 'nonsense'),
    ])
    t.match(help, { code: 0, output: /^Usage: npm start\n/, errors: '' })
    t.match(unknown, { code: 2, output: '', errors: /^Unknown option '--nonsense'.*\n\nUsage: npm run screenshots/ })
    t.match(name, { code: 2, output: '', errors: /^There is no generator nonsense\.\n\nUsage: npm run generate/ })
    t.match(word, { code: 2, output: '', errors: /^There is no suite nonsense\.\n\nUsage: npm run bench/ })
  },
)
