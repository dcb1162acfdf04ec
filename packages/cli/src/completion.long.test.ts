import { spawnSync } from 'node:child_process'
import { omsProgram } from '@open-oms/system/run-program'
import t from 'tap'
import { bareEnvironment, callOms, callOmsProcess, emptyHome } from './testing/call-oms.ts'

/** The completions of a line, without their descriptions. */
async function completions(...words: string[]): Promise<string[]> {
  const { stdout } = await callOmsProcess(['complete', '--', ...words])
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

t.test(
  'given a bash without its completion package, when the script is loaded twice, then nothing is printed and words are completed',
  (t) => {
    const script = `
    oms() { "${process.execPath}" --conditions=development "${omsProgram}" "$@"; }
    script=$(oms completion bash)
    eval "$script"; eval "$script"
    offered() { COMP_LINE=$1 COMP_POINT=\${#1}; _oms; echo "$1|\${COMPREPLY[*]}"; }
    complete -p oms
    offered "oms ord"; offered "oms order sh"; offered "oms profile show --profile=l"; offered "oms x\\$(echo ran >&2)"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      env: bareEnvironment(emptyHome()),
      encoding: 'utf8',
    })
    t.equal(stderr, '')
    t.same(stdout.trim().split('\n'), [
      'complete -o default -F _oms oms',
      'oms ord|order',
      'oms order sh|show',
      'oms profile show --profile=l|local',
      'oms x$(echo ran >&2)|',
    ])
    t.end()
  },
)

t.test('given each other shell, when its script is asked for, then there is one, and none for an unknown shell', async (t) => {
  for (const shell of ['zsh', 'fish', 'powershell'])
    t.match(await callOmsProcess(['completion', shell]), { code: 0, stdout: /oms/ })
  t.equal((await callOms(['completion', 'nonsense'])).code, 2)
})
