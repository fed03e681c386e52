// Weight of a first visit to a page, computed from the built files without a browser: the compressed size of the
// entry, of the lazy parts loaded at once, and of everything they import. Fails when a page is over budget.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../apps/web/dist')
/** Approximate size of a response's headers in bytes, mostly security headers. */
const headBytes = 350

interface Visit {
  readonly page: string
  /** The page's own file. */
  readonly entry: 'index.html' | 'wall.html'
  /** All transfers, KB. */
  readonly budget: number
  /** Files, each a request. */
  readonly maxFiles: number
  /** Lazy parts, by source or by the name of their group in vite.config.ts, loaded before the page is ready. */
  readonly parts: readonly string[]
  /** Dictionaries loaded before the page is ready, by the name of their group; the largest language counts. */
  readonly words: readonly string[]
  /** Size of database responses during the visit, KB. */
  readonly answers: number
}

const visits: readonly Visit[] = [
  {
    page: '/login',
    entry: 'index.html',
    budget: 130,
    maxFiles: 8,
    parts: ['src/modules/identity/login.page.tsx'],
    words: ['shell'],
    answers: 2,
  },
  {
    page: '/dashboard',
    entry: 'index.html',
    budget: 250,
    maxFiles: 14,
    parts: ['frame', 'dashboard'],
    words: ['shell', 'inside'],
    answers: 8,
  },
  {
    page: '/order/list',
    entry: 'index.html',
    budget: 400,
    maxFiles: 10,
    parts: ['frame', 'order-list'],
    words: ['shell', 'inside'],
    answers: 8,
  },
  {
    page: '/realData',
    entry: 'wall.html',
    budget: 250,
    maxFiles: 7,
    parts: [],
    words: [],
    answers: 40,
  },
]

const languages = ['zh', 'en', 'es'] as const
type Language = (typeof languages)[number]

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
/** Chunks defined in the build settings have a name instead of a source. */
const groups = new Map(
  Object.entries(manifest).flatMap(([key, chunk]) =>
    key.startsWith('_') && chunk.name !== undefined ? [[chunk.name, chunk]] : [],
  ),
)

/** The files of a part and of everything it imports. */
function filesOf(part: string, visited = new Set<string>()): Set<string> {
  const chunk = manifest[part] ?? groups.get(part)
  if (chunk === undefined) throw new Error(`${part} is not a part of its own in the build: correct the table`)
  if (visited.has(chunk.file)) return visited
  visited.add(chunk.file)
  for (const sheet of chunk.css ?? []) visited.add(sheet)
  for (const imported of chunk.imports ?? []) filesOf(imported, visited)
  return visited
}

/** Bytes and files of one visit in one language. */
function weigh({ entry, parts, words, answers }: Visit, language: Language) {
  const files = new Set<string>([entry])
  const all = [entry, ...parts, ...words.map((name) => `words-${name}.${language}`)]
  for (const part of all) filesOf(part === 'index.html' ? 'base' : part, files)
  const bytes = [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size + headBytes, 0)
  return { bytes: bytes + answers * 1024, files: files.size }
}

let isOver = false
for (const visit of visits) {
  const weights = languages.map((language) => weigh(visit, language))
  const kilobytes = Math.round(Math.max(...weights.map(({ bytes }) => bytes)) / 1024)
  const files = Math.max(...weights.map((weight) => weight.files))
  const over = kilobytes > visit.budget || files > visit.maxFiles
  isOver ||= over
  console.log(
    `page weight: ${visit.page} ${kilobytes} KB of ${visit.budget} KB, ${files} files of ${visit.maxFiles}${over ? ' - OVER BUDGET' : ''}`,
  )
}

/** Every page is one or two chunks, and each heavy part one. */
const maxChunks = 140
const chunks = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js')).length
if (chunks > maxChunks) isOver = true
console.log(`chunks: ${chunks} of ${maxChunks}${chunks > maxChunks ? ' - TOO MANY' : ''}`)
if (isOver) process.exit(1)
