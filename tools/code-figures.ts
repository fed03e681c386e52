// Measures code size and coupling: `node tools/code-figures.ts` prints the figures, with `--list` also long functions,
// small files and the files of each module. Fails when a figure is over its ceiling. Excludes tests, fixtures and
// configuration. Cycles of modules are checked by `tools/fence.ts`, the browser's files by `tools/page-weight.ts`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = dirname(import.meta.dirname)
const longest = 60

/** The largest value that each figure may have. There is room for new modules; a ceiling is never raised for anything else. */
const ceilings: Readonly<Record<string, number>> = {
  'source files': 1760,
  'files under 60 lines with one importer beside them': 28,
  'functions over 60 lines': 0,
  'files in the flat folder of the contract': 5,
  'texts that stand in it again, equal in all languages': 603,
}
/** Files that a module of the server should have: enough to be worth a folder, few enough to be known by one person. */
const filesOfModule = { min: 8, max: 20 }

interface Source {
  readonly file: string
  readonly lines: number
  readonly imports: readonly string[]
  /** Lines of each function, outermost functions only. */
  readonly functions: readonly { readonly line: number; readonly lines: number }[]
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Functions of a file with their lengths. A nested function counts separately and as part of the outer one. */
function functionsOf(text: string, program: unknown): Source['functions'] {
  const found: { line: number; lines: number }[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end } = node as { type?: string; start: number; end: number }
    if (type !== undefined && functionTypes.has(type))
      found.push({
        line: text.slice(0, start).split('\n').length,
        lines: text.slice(start, end).split('\n').length,
      })
    for (const child of Object.values(node)) walk(child)
  }
  walk(program)
  return found
}

/** Repository files that an import refers to; empty for packages. */
function targetOf(file: string, specifier: string): string[] {
  if (specifier.startsWith('.')) return [join(dirname(file), specifier)]
  const [, ours, path] = /^@cloud-factory\/(contract|domain|dictionary)\/(.+)$/.exec(specifier) ?? []
  return ours === undefined ? [] : [`packages/${ours}/src/${path}.ts`]
}

function sourceOf(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8')
  const { program, module } = parseSync(file, text)
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return {
    file,
    lines: text.split('\n').length - 1,
    imports: [...new Set(named.flatMap((specifier) => targetOf(file, specifier)))],
    functions: functionsOf(text, program),
  }
}

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const isSource = (file: string) =>
  /^(apps\/(server|web)|packages\/\w+)\/src\/.+\.tsx?$/.test(file) && !/\.(test|fixtures)\.tsx?$/.test(file)
const sources = tracked.filter(isSource).map(sourceOf)
const importers = Map.groupBy(
  sources.flatMap(({ file, imports }) => imports.map((target) => ({ file, target }))),
  ({ target }) => target,
)
const small = sources.filter(({ file, lines }) => {
  const [only, another] = importers.get(file) ?? []
  return lines < 60 && only !== undefined && another === undefined && dirname(only.file) === dirname(file)
})
const long = sources.flatMap(({ file, functions }) =>
  functions.filter(({ lines }) => lines > longest).map((one) => ({ file, ...one })),
)
/** The texts of a dictionary by key: `orders:field.no`. */
function textsOf(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [[key, String(value)]]
  return Object.entries(value).flatMap(([part, one]) => textsOf(one, `${key} ${part}`))
}
const dictionaryOf = (language: string) =>
  new Map(
    tracked
      .filter((file) => file.startsWith('packages/dictionary/') && file.endsWith(`.${language}.json`))
      .flatMap((file) =>
        textsOf(JSON.parse(readFileSync(join(root, file), 'utf8')), file.split('.')[0] ?? ''),
      ),
  )
const [zh, en, es] = [dictionaryOf('zh'), dictionaryOf('en'), dictionaryOf('es')]
const texts = [...zh].map(([key, text]) => JSON.stringify([text, en.get(key), es.get(key)]))
const contractFolder = tracked.filter(
  (file) => /^packages\/contract\/src\/[^/]+\.ts$/.test(file) && isSource(file),
)

const figures: Readonly<Record<string, number>> = {
  'source files': sources.length,
  'source lines': sources.reduce((sum, { lines }) => sum + lines, 0),
  'files under 60 lines with one importer beside them': small.length,
  [`functions over ${longest} lines`]: long.length,
  'functions over 100 lines': long.filter(({ lines }) => lines > 100).length,
  'files in the flat folder of the contract': contractFolder.length,
  'keys of the dictionary': zh.size,
  'texts that stand in it again, equal in all languages': texts.length - new Set(texts).size,
  'texts that stand in it again in Chinese': zh.size - new Set(zh.values()).size,
}
const modules = [
  ...Map.groupBy(
    sources.filter(({ file }) => file.startsWith('apps/server/src/modules/')),
    ({ file }) => file.split('/')[4] ?? '',
  ),
]
  .map(([module, files]) => ({
    module,
    files: files.length,
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
  }))
  .toSorted((a, b) => b.files - a.files)

console.table(figures)
const { min, max } = filesOfModule
console.log(
  `modules of the server: ${modules.length}, ${modules.filter(({ files }) => files < min).length} with less than ${min} files, ${modules.filter(({ files }) => files > max).length} with more than ${max}; the biggest:`,
)
console.table(process.argv.includes('--list') ? modules : modules.slice(0, 5))
if (process.argv.includes('--list')) {
  for (const { file, line, lines } of long.toSorted((a, b) => b.lines - a.lines))
    console.log(`${lines} ${file}:${line}`)
  for (const { file } of small) console.log(`one importer: ${file}`)
}
const tooMany = Object.entries(ceilings).filter(([name, ceiling]) => (figures[name] ?? Infinity) > ceiling)
for (const [name, ceiling] of tooMany) console.log(`${name}: ${figures[name]}, the ceiling is ${ceiling}`)
process.exitCode = tooMany.length === 0 ? 0 : 1
