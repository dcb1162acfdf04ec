import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { bareEnvironment, callOms, emptyHome } from './testing/call-oms.ts'

/** The completions of a line, without their descriptions. */
async function completions(...words: string[]): Promise<string[]> {
  const { stdout } = await callOms(['complete', '--', ...words])
  return stdout
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((word) => word !== '' && !word.startsWith(':'))
}

t.test(
  'given a line that is being typed, when it is completed, then commands, options and their values are offered',
  async (t) => {
    t.ok((await completions('')).includes('order'))
    t.ok((await completions('order', '')).includes('show'))
    t.same(await completions('profile', 'us'), ['use'])
    t.ok((await completions('order', 'show', '--')).includes('--json'))
    t.same(await completions('order', 'show', '--profile', ''), ['local'])
  },
)

t.test('given the script for bash, when it is loaded and a word is completed, then bash offers the command', (t) => {
  const script = `
    oms() { "${process.execPath}" --conditions=development "${join(import.meta.dirname, 'oms.ts')}" "$@"; }
    source <(oms completion bash)
    COMP_WORDS=(oms ord); COMP_CWORD=1; COMP_LINE="oms ord"; COMP_POINT=7
    $(complete -p oms | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
    echo "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { env: bareEnvironment(emptyHome()), encoding: 'utf8' })
  t.match(stdout, /^order/, stderr)
  t.end()
})

t.test('given each shell, when its script is asked for, then there is one, and none for an unknown shell', async (t) => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    t.match(await callOms(['completion', shell]), { code: 0, stdout: /oms/ })
  t.equal((await callOms(['completion', 'nonsense'])).code, 2)
})
