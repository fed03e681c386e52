// Writes the keys of the dictionary and the parameters of each text, as the compiler checks them, to
// packages/dictionary/src/texts.ts. With --check it changes nothing and fails when that file is out of date.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const folder = join(root, 'packages/dictionary/src')
const file = join(folder, 'texts.ts')

interface Words {
  readonly [key: string]: string | Words
}

/** Keys with the names of their parameters; the number forms `items_one` and `items_other` are the one key `items`. */
function paramsOf(words: Words, at = ''): [key: string, params: string][] {
  return Object.entries(words).flatMap(([name, part]) => {
    const key = at + name
    if (typeof part !== 'string') return paramsOf(part, `${key}.`)
    const form = /_(zero|one|two|few|many|other)$/.exec(name)?.[0] ?? ''
    const isCounted = name.slice(0, name.length - form.length) + '_other' in words && form !== ''
    if (isCounted && form !== '_other') return []
    const names = [...part.matchAll(/\{\{(\w+)\}\}/g)].map(([, param = '']) => param)
    if (isCounted) names.push('count')
    const params = names.length === 0 ? 'never' : [...new Set(names)].map((param) => `'${param}'`).join(' | ')
    return [[isCounted ? key.slice(0, -form.length) : key, params]]
  })
}

/** One namespace, several keys a line. */
function namespaceOf(name: string): string {
  const words = JSON.parse(readFileSync(join(folder, `${name}.en.json`), 'utf8')) as Words
  let line = '   '
  const lines: string[] = []
  for (const [key, params] of paramsOf(words)) {
    const entry = ` '${key}': ${params};`
    if (line.length + entry.length > 116) {
      lines.push(line)
      line = '   '
    }
    line += entry
  }
  return `  '${name}': {\n${[...lines, line].join('\n')}\n  }`
}

const namespaces = globSync('*.en.json', { cwd: folder }).map((name) => name.replace('.en.json', ''))
const text = `// Generated from the English texts by \`node tools/dictionary-types.ts\`; do not edit.
/* oxlint-disable max-lines */
/** Namespace → key → names of the parameters. */
export interface Texts {
${namespaces.toSorted().map(namespaceOf).join('\n')}
}
`
if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text) {
  if (process.argv.includes('--check')) {
    console.error('packages/dictionary/src/texts.ts is out of date: run node tools/dictionary-types.ts')
    process.exit(1)
  }
  writeFileSync(file, text)
}
