// Rejects words of the first version's private vocabulary in file names, identifiers, comments and documents. The
// right column has the standard term. More terms are in CONTRIBUTING and docs/glossary.md.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = dirname(import.meta.dirname)

/** Parts of a camelCase or kebab-case name, at any position. */
const parts: Readonly<Record<string, string>> = {
  house: 'app, server',
  houses: 'apps, servers',
  furnish: 'bootstrap, seed',
  furnished: 'bootstrapped, seeded',
  door: 'route',
  doors: 'routes',
  verb: 'command',
  verbs: 'commands',
  deed: 'action',
  deeds: 'actions',
  stranger: 'unknown device',
  strangers: 'unknown devices',
  reckon: 'compute',
  reckoned: 'computed',
  reckoning: 'computation',
  barred: 'blocked',
  whereabouts: 'location',
  patience: 'timeout',
  outage: 'out of service',
  outages: 'out of service',
  asked: 'query, filter, input, requested',
  kept: 'stored, saved, remaining, cached',
  given: 'input, initial, provided',
  wanted: 'requested, selected, target',
  seen: 'known, visited, read, received',
  taken: 'used, occupied, applied',
  said: 'message, text, reported',
  told: 'reported, notified',
  untold: 'unprocessed',
  placed: 'positioned',
  omitted: 'without a position',
  standing: 'status, current',
  standings: 'statuses',
}
/** Names with such a part that are right: fields of the API and columns, which stay, each with its files. */
const stable: Readonly<Record<string, RegExp>> = {
  lastSeen: /./,
  lastSeenAt: /./,
  firstSeenAt: /./,
  seenAt: /./,
  takenAt: /./,
  askedAt: /./,
  sizesAsked: /./,
  asked: /coating\/coats\.queries|\/wall\/|wall-panels|wall-items/,
  kept: /contract\/src\/welding\/welds|change-weld|welds\.test|give-welds/,
  seen: /order-import\/parsing\/(list-columns|parse-list\.test)/,
  untold: /maintenance-labels/,
}
/** First parts of names with several parts. */
const prefixes: Readonly<Record<string, string>> = {
  may: 'can',
  most: 'max',
  least: 'min',
  refuse: 'reject, fail',
  refusing: 'rejecting',
  recount: 'refresh, recompute',
}
/** Whole names. */
const names: Readonly<Record<string, string>> = {
  Refusal: 'DomainError',
  refuse: 'fail',
  Look: 'Snapshot',
  createLooks: 'createSnapshotReader',
  tellAll: 'broadcast',
  hello: 'handshake',
  layDown: 'enqueue',
  Fate: 'ReportOutcome',
  judgePiece: 'validatePiece',
  settleOrders: 'recalculateOrders',
  standPieces: 'setPieceStatus',
  isLoose: 'isQos0',
  isAgain: 'isDuplicate',
  freshMs: 'ttlMs',
  silenceMs: 'idleTimeoutMs',
  nobodyOf: 'systemActor',
  isPeopled: 'hasUsers',
  WatchedFrame: 'MachineFrame',
  AcceptedFrame: 'MachineFrame',
  LatestFrame: 'MachineFrame',
  WatchedLink: 'LinkState',
  LatestLink: 'LinkState',
  StatesFollower: 'StateTracker',
  GatewayDoor: 'GatewayAuthenticator',
  batchId: 'productionLotId',
  batches: 'productionLots',
  spotChecks: 'equipmentRounds',
  spotChecksApi: 'equipmentRoundsApi',
}
/** In sentences. */
const sentences: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bhouses?\b/i, 'app, server, company'],
  [/\bverbs?\b(?!-)/i, 'command'],
  [/\bdeeds?\b/i, 'action'],
  [/\bdoors?\b/i, 'route'],
  [/\breckon\w*/i, 'compute, calculate'],
  [/\bstrangers?\b/i, 'unknown device'],
  [/\bspot checks?\b/i, 'equipment inspection round'],
]
/** Words that look like private ones and are right where they stand, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  film: 'dry film thickness is the standard term of coating (ISO 19840)',
  batch:
    'rows, frames or audit entries that are written or read together; a production lot is a productionLot',
  ground: 'the surface under a coat or a page, and electrical ground',
  shelve: 'alarms are shelved (ISA-18.2)',
}

const partsOf = (name: string) =>
  name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)?.map((part) => part.toLowerCase()) ?? []

const isStable = (name: string, file: string): boolean =>
  Object.hasOwn(stable, name) && stable[name]?.test(file) === true

/** The replacement for a name; null: the name is fine. Names with underscores belong to the database. */
function insteadOf(name: string): string | null {
  if (Object.hasOwn(names, name)) return names[name] ?? null
  if (name.includes('_')) return null
  const found = partsOf(name)
  const [first = ''] = found
  if (found.length > 1 && Object.hasOwn(prefixes, first)) return prefixes[first] ?? null
  const part = found.find((one) => Object.hasOwn(parts, one))
  return part === undefined ? null : (parts[part] ?? null)
}

interface Finding {
  readonly line: number
  readonly word: string
  readonly instead: string
}

const identifiers = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier'])
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

function inSentences(text: string, from: number, source: string): Finding[] {
  return sentences.flatMap(([word, instead]) => {
    const found = word.exec(text)
    return found === null ? [] : [{ line: lineAt(source, from + found.index), word: found[0], instead }]
  })
}

function inCode(file: string, source: string): Finding[] {
  const { program, comments } = parseSync(file, source)
  const found: Finding[] = comments.flatMap(({ value, start }) => inSentences(value, start + 2, source))
  const add = (node: { start: number; name: string }, instead: string) =>
    found.push({ line: lineAt(source, node.start), word: node.name, instead })
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type } = node as { type?: string }
    if (type !== undefined && identifiers.has(type)) {
      const named = node as { start: number; name: string }
      const instead = isStable(named.name, file) ? null : insteadOf(named.name)
      if (instead !== null) add(named, instead)
    }
    for (const child of Object.values(node)) walk(child)
  }
  walk(program)
  return found
}

function findingsOf(file: string): Finding[] {
  const source = readFileSync(join(root, file), 'utf8')
  const [name = ''] = basename(file).split('.')
  const instead = file.endsWith('.md') ? null : insteadOf(name)
  const ofName = instead === null ? [] : [{ line: 1, word: name, instead }]
  // Text in backticks in a document is a name, which is checked at its declaration.
  const ofText = file.endsWith('.md')
    ? inSentences(
        source.replaceAll(/```[\s\S]*?```|`[^`]*`/g, (all) => ' '.repeat(all.length)),
        0,
        source,
      )
    : inCode(file, source)
  return [...ofName, ...ofText]
}

/** Checks that a known bad name and a known bad sentence are found. */
function provesItself(): boolean {
  const planted = 'interface Asked { readonly mayEdit: true }\n// The house keeps it.\nconst deedOf = 1\n'
  return inCode('planted.ts', planted).length === 4
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
  .filter((file) =>
    /\.(tsx?|mjs)$|^(README|CONTRIBUTING|docs\/[\w-]+|docs\/user-guide\/en\/[\w-]+)\.md$/.test(file),
  )
  // The generated file repeats names of tables and columns, which stay (decision 0052).
  .filter((file) => !['tools/plain-words.ts', 'apps/server/src/platform/db/schema.ts'].includes(file))
const contradiction = Object.keys(exceptions).find((word) => Object.hasOwn(parts, word))
if (contradiction !== undefined) throw new Error(`${contradiction} is rejected and an exception`)
if (!provesItself()) throw new Error('planted words were not found')
const lines = files.flatMap((file) =>
  findingsOf(file).map(({ line, word, instead }) => `${file}:${line} ${word} → ${instead}`),
)
for (const line of lines.slice(0, 100)) console.log(line)
if (lines.length > 100) console.log(`… and ${lines.length - 100} more`)
console.log(`words: ${files.length} files, ${lines.length} findings`)
process.exitCode = lines.length === 0 ? 0 : 1
