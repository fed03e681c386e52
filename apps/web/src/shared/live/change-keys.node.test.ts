import { changeAreas, eventAreas } from '@cloud-factory/domain/live/change-areas'
import { listKeyOf } from '@cloud-factory/domain/resource/resource'
import { resources } from '@cloud-factory/domain/resource/resources'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anyChange, isEditedInPlace, keysOfArea, shows } from './change-keys.rules.ts'

const web = fileURLToPath(new URL('../../', import.meta.url))

/** Beginnings of queries' keys that no change makes old, and why. */
const notFollowed: Readonly<Record<string, string>> = {
  'me preferences': 'a person’s own',
  'me message-settings': 'a person’s own',
  'people message-channels': 'the server itself: home asks for it every minute',
  'personal sessions': 'a person’s own',
  'record-imports': 'a dialog loads them when it opens',
  search: 'asked as it is typed',
  'conversations people': 'asked as it is typed',
  ticket: 'good for one use',
  customer: 'a customer has no stream: asked again when the page is looked at again',
  guide: 'texts of the build',
  'print words': 'texts of the build',
  'orders print': 'what lies on the screen must be what comes out of the printer',
  'orders next-no': 'a form is filled with it',
  'orders next-project-code': 'a form is filled with it',
  'equipment next-machine-code': 'a form is filled with it',
  'orders plan weights': 'a form is filled with it',
  'quality verify': 'asked for once, of a hash',
  'quality trace': 'asked for once, of a piece or heat',
  'quality yield': 'statistics of weeks',
  'quality misses': 'statistics of weeks',
  'quality chart': 'statistics of weeks',
  'quality breakdown': 'statistics of weeks',
  'quality ncr-statistics': 'statistics of weeks',
  'quality repair-rates': 'statistics of weeks',
  'equipment trend': 'measured values: the page asks for them itself',
  'alarms list': 'a live topic of its own',
  'alarms summary': 'a live topic of its own',
  'display picture': 'never changes under its id',
  assignees: 'people change seldom; they are read again after a minute',
  'dashboard state': 'the server itself: the page asks for it every minute',
  audit: 'a log, read as it stood when it was opened',
}

/** First words of every key in the pages, as far as they are written out, and of the lists of resources. */
const written = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((path) => !path.includes('.test.') && !path.startsWith('wall'))
  .flatMap((path) => [
    ...readFileSync(web + path, 'utf8').matchAll(/queryKey(?::| =|=\{) ?\[((?:'[\w /:-]+'(?:, )?)+)/g),
  ])
  .map(([, words = '']) => [...words.matchAll(/'([^']+)'/g)].map(([, word]) => word ?? ''))

const keys = [...written, ...resources.map((one) => [one.queries, listKeyOf(one)])]
const patterns = Object.values(keysOfArea).flat()

test('every event has an area, and every area keys', () => {
  const areas = new Set(Object.values(eventAreas).flat())
  expect([...areas].toSorted()).toEqual(Object.keys(changeAreas).toSorted())
  expect(Object.entries(keysOfArea).filter(([, own]) => own.length === 0)).toEqual([])
})

test('every query is followed, or it is said why not', () => {
  expect(keys.length).toBeGreaterThan(150)
  const isFollowed = (key: readonly string[]) =>
    patterns.some((pattern) => key.every((word, at) => at >= pattern.length || pattern[at] === word))
  const isLeftOut = (key: readonly string[]) =>
    Object.keys(notFollowed).some((words) => `${key.join(' ')} `.startsWith(`${words} `))
  expect(keys.filter((key) => !isFollowed(key) && !isLeftOut(key))).toEqual([])
})

test('every key of an area is one that a page uses', () => {
  const roots = new Set(keys.map(([root]) => root))
  const used = new Set(keys.map(([root, name]) => `${root} ${name}`))
  const source = globSync('modules/**/*.ts', { cwd: web }).map((path) => readFileSync(web + path, 'utf8'))
  const isUsed = ([root = '', name]: readonly string[]) =>
    roots.has(root) &&
    (name === undefined ||
      used.has(`${root} ${name}`) ||
      (name.startsWith('GET ') && source.some((text) => text.includes(`'${name}'`))) ||
      root === 'dashboard')
  expect(patterns.filter((pattern) => !isUsed(pattern))).toEqual([])
})

test('a change of one order is shown by lists, and by its own pages alone', () => {
  const change = { area: 'order', id: '5', orderId: '5' } as const
  expect(shows(['orders', 'list', { q: '' }], change)).toBe(true)
  expect(shows(['orders', 'one', '5'], change)).toBe(true)
  expect(shows(['orders', 'one', '6'], change)).toBe(false)
  expect(shows(['orders', 'one', '6'], { ...change, orderId: null })).toBe(true)
  expect(shows(['equipment', 'machines', {}], change)).toBe(false)
  expect(anyChange.some((any) => shows(['equipment', 'machines', {}], any))).toBe(true)
  expect(isEditedInPlace(['orders', 'delivery', '5'])).toBe(true)
  expect(isEditedInPlace(['orders', 'deliveries', {}])).toBe(false)
})
