#!/usr/bin/env bash
# @mantine/core 9.7.3: a page with one table or dialog carries the whole of @floating-ui/react.
#
# `ScrollArea`, which `Table.ScrollContainer` and `Modal` are made with, imports one hook,
# `useMergeRefs`, from the package that places menus. It is one module: where a menu is loaded later
# than the page, a bundler that splits by module still puts all of it into what the page needs
# first, 12 kB compressed. `useMergedRef` of @mantine/hooks, which is there anyway, does the same.
#
# Seen: ScrollArea imports useMergeRefs; the page needs floating-ui first: yes
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @mantine/core@9.7.3 @mantine/hooks@9.7.3 react@19.2.0 react-dom@19.2.0 \
  rolldown@1.0.0
cat > page.mjs <<'JS'
import { Table } from '@mantine/core'
export const page = [Table.ScrollContainer, () => import('./menu.mjs')]
JS
echo "export { Menu } from '@mantine/core'" > menu.mjs
cat > build.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'
const source = readFileSync('node_modules/@mantine/core/esm/components/ScrollArea/ScrollArea.mjs', 'utf8')
const [, hooks] = /import \{ (.*?) \} from "@floating-ui\/react"/.exec(source) ?? []
const bundle = await rolldown({ input: 'page.mjs', logLevel: 'silent' })
const { output } = await bundle.generate({ format: 'es' })
const chunk = (name) => output.find(({ fileName }) => fileName === name)
const needed = (name, found = new Set()) => {
  if (found.has(name)) return found
  found.add(name)
  for (const other of chunk(name)?.imports ?? []) needed(other, found)
  return found
}
const first = [...needed(output.find(({ isEntry }) => isEntry).fileName)].flatMap((name) => chunk(name)?.moduleIds ?? [])
const isFirst = first.some((id) => id.includes('floating-ui.react.'))
console.log(`ScrollArea imports ${hooks}; the page needs floating-ui first: ${isFirst ? 'yes' : 'no'}`)
process.exit(0)
JS
seen=$(node build.mjs)
echo "$seen"
[ "$seen" = 'ScrollArea imports useMergeRefs; the page needs floating-ui first: yes' ]
