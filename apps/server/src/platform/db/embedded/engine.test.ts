import { describe, expect, test } from 'vitest'
import { damagedEnd, errorOf } from './engine.ts'

const at = '2026-11-24 11:56:41.954 UTC [42] LOG:  '
const killed = (...ends: readonly string[]) =>
  [
    'database system was interrupted; last known up at 2026-11-24 11:55:22 UTC',
    'database system was not properly shut down; automatic recovery in progress',
    'redo starts at 0/1729DF8',
    ...ends,
    'redo done at 0/17457D0 system usage: CPU: user: 0.00 s, system: 0.00 s, elapsed: 0.02 s',
  ].map((text) => at + text)

describe('after a kill', () => {
  test.each([
    'invalid record length at 0/17457F8: expected at least 24, got 0',
    'unexpected pageaddr 0/1E000000 in WAL segment 000000010000000000000021, LSN 0/21EC6000, offset 15491072',
    'invalid magic number 0000 in WAL segment 000000010000000000000001, LSN 0/1740000, offset 7602176',
  ])('the log ends whole: %s', (end) => {
    expect(damagedEnd(killed(end))).toBeNull()
  })

  test.each([
    'invalid magic number ABAB in WAL segment 000000010000000000000001, LSN 0/1740000, offset 7602176',
    'incorrect resource manager data checksum in record at 0/17589B8',
    'invalid record length at 0/17457F8: expected at least 24, got 7',
    'record with incorrect prev-link 1A0/0 at 0/17457F8',
  ])('the log ends damaged: %s', (end) => {
    expect(damagedEnd(killed(end))).toBe(end)
  })
})

test('after a clean stop nothing is read', () => {
  expect(damagedEnd([`${at}database system was shut down at 2026-11-24 11:55:22 UTC`])).toBeNull()
})

test('a start that fails is told in the engine’s words', () => {
  const panic = 'could not locate a valid checkpoint record at 0/17589B8'
  const lines = [
    `${at}invalid checkpoint record`,
    `2026-11-24 11:57:14 UTC [42] PANIC:  ${panic}`,
    'Aborted()',
  ]
  expect([errorOf(lines), errorOf([])]).toEqual([panic, null])
})
