import { expect, test } from 'vitest'
import { type CaughtError, loggedKinds, logError, type LoggedError } from './error-log.ts'
import { isMissingPart } from '../../shared/lost.ts'

const caught = (message: string): CaughtError => ({
  message,
  stack: `Error: ${message}\n    at page.js:1:1`,
  component: 'OrdersPage',
  info: 'render',
  url: 'http://here/order/list',
})

test('equal errors are one entry with a count, the newest first', () => {
  const log = ['a', 'b', 'a'].reduce<readonly LoggedError[]>(
    (before, word) => logError(before, caught(word)),
    [],
  )
  expect(log.map(({ message, count }) => [message, count])).toEqual([
    ['a', 2],
    ['b', 1],
  ])
})

test('the log is capped', () => {
  let log: readonly LoggedError[] = []
  for (let at = 0; at < loggedKinds + 20; at++) log = logError(log, caught(String(at)))
  expect(log).toHaveLength(loggedKinds)
  expect(log[0]?.message).toBe(String(loggedKinds + 19))
})

test.each([
  ['Failed to fetch dynamically imported module: http://here/assets/x.js', true],
  ['Importing a module script failed.', true],
  ['error loading dynamically imported module', true],
  ['Unable to preload CSS for /assets/x.css', true],
  ['x is not a function', false],
])('%s: part of an older build? %s', (message, missing) => {
  expect(isMissingPart(new TypeError(message))).toBe(missing)
})
