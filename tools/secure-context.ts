// Offices use the server over plain http, where browsers disable features that need a secure context. The lint rules
// of .oxlintrc.json forbid these interfaces in the browser part, except in listed files that have a fallback. This
// script proves that the rules cover every such interface known to TypeScript, that they work (with planted
// violations), and that each listed file still needs its exception.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface Rules {
  readonly 'no-restricted-properties'?: 'off' | readonly unknown[]
  readonly 'no-restricted-globals'?: readonly unknown[]
}
interface Config {
  options?: unknown
  overrides: { readonly files: readonly string[]; readonly rules: Rules }[]
}
interface Report {
  readonly diagnostics: readonly {
    readonly code: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number } }[]
  }[]
}

const root = dirname(import.meta.dirname)
const note = 'only in secure contexts'

/** Interfaces that browsers offer only over https, as expressions, from the notes in TypeScript's own declarations. */
function knownToTypeScript(): string[] {
  const [library] = globSync('node_modules/@typescript/typescript-*/lib/lib.dom.d.ts', { cwd: root })
  if (library === undefined) throw new Error('TypeScript has no lib.dom.d.ts here')
  const text = readFileSync(join(root, library), 'utf8')
  const noted = [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?:interface|declare var) (\w+)/g)]
  const types = new Set(noted.filter(([all]) => all.includes(note)).map(([, name = '']) => name))
  const found = [
    ...text.matchAll(/^interface (Crypto|Navigator(?!Login)\w*|Window\w*)\b[^{]*\{\n([\s\S]*?)^\}/gm),
  ].flatMap(([, owner = '', body = '']) =>
    membersOf(body)
      .filter(({ comment, type }) => comment.includes(note) || types.has(owner) || types.has(type))
      .map(({ name }) => (owner.startsWith('Window') ? name : `${objectOf(owner)}.${name}`)),
  )
  const built = [...text.matchAll(/^declare var (\w+): \{\n {4}prototype: \w+;\n {4}new\([^)]/gm)]
    .map(([, name = '']) => name)
    // An event's members are reached through the object that dispatches it.
    .filter((name) => types.has(name) && !/^GPU|Event$|Error$/.test(name))
  const expressions = [...new Set([...found, ...built])].filter((name) => !name.startsWith('on'))
  if (expressions.length < 20)
    throw new Error(`TypeScript's declarations read differently: ${expressions.join(' ')}`)
  return expressions
}

const membersOf = (body: string) =>
  [...body.matchAll(/((?: {4}\/\*\*[\s\S]*?\*\/\n)?) {4}(?:readonly |get |set )?(\w+)\??[(:] ?(\w*)/g)].map(
    ([, comment = '', name = '', type = '']) => ({ comment, name, type }),
  )

const objectOf = (owner: string): string => (owner === 'Crypto' ? 'crypto' : 'navigator')

const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Config
const excepted = config.overrides.filter(({ rules }) => rules['no-restricted-properties'] === 'off')
const named = excepted.flatMap(({ files }) => files)
const bare = { ...config, options: {}, overrides: config.overrides.filter((one) => !excepted.includes(one)) }

const known = knownToTypeScript()
const lines = [
  ...known,
  ...known.filter((name) => !name.includes('.')).map((name) => `new ${name}()`),
  'navigator.clipboard.writeText("")',
  '(navigator as { locks?: LockManager }).locks',
  'globalThis.BarcodeDetector',
  'new Notification("")',
]
const planted = ['planted.ts', 'planted.rules.ts'].map((name) => `apps/web/src/${name}`)

function lint(folder: string): Report {
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(bare))
  for (const file of planted) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), lines.map((line) => `void ${line}\n`).join(''))
  }
  for (const file of named) cpSync(join(root, file), join(folder, file))
  try {
    const command = join(root, 'node_modules/.bin/oxlint')
    const printed = execFileSync(command, ['--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return JSON.parse(printed) as Report
  } catch (error) {
    // The exit code only says that it found something, as expected.
    return JSON.parse(String((error as { stdout: unknown }).stdout)) as Report
  }
}

const folder = mkdtempSync(join(tmpdir(), 'secure-context-'))
let report: Report
try {
  report = lint(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const bitten = new Set(
  report.diagnostics
    .filter(({ code }) => /no-restricted-(properties|globals)/.test(code))
    .flatMap(({ filename, labels }) => [filename, ...labels.map(({ span }) => `${filename}:${span.line}`)]),
)
const failures = [
  ...planted.flatMap((file) =>
    lines.filter((_, at) => !bitten.has(`${file}:${at + 1}`)).map((line) => `no rule in ${file}: ${line}`),
  ),
  ...named.filter((file) => !bitten.has(file)).map((file) => `needs no exception any more: ${file}`),
]
if (failures.length > 0) {
  console.error(`.oxlintrc.json, interfaces that exist only over https:\n${failures.join('\n')}`)
  process.exit(1)
}
console.log(`secure context: ${lines.length} planted uses caught, ${named.length} files do without`)
