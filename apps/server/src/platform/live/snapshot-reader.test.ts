import { beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { testClock } from '../../../test/clock.ts'
import { createSnapshotReader } from './snapshot-reader.ts'

const clock = testClock()
const actor = testActor({ tags: ['equipment.view'] })
let reads: number
let fails: boolean
const framesOf = () => {
  const snapshots = createSnapshotReader({
    clock,
    sources: [
      {
        topic: 'machines',
        rule: { permission: 'equipment.view' },
        read: async () => {
          reads += 1
          if (fails) throw new Error('no')
          return new Map([['1', { state: 'idle', reads }]])
        },
      },
    ],
  })
  return (...call: Parameters<typeof snapshots.frames>) => snapshots.frames(...call)
}
beforeEach(() => {
  reads = 0
  fails = false
})

test('all who ask within a second are answered by one reading', async () => {
  const frames = framesOf()
  const [one, two] = await Promise.all([frames(actor, ['machines']), frames(actor, ['machines'])])
  expect(one).toEqual([
    { topic: 'machines', at: clock.now().getTime(), items: { 1: { state: 'idle', reads: 1 } } },
  ])
  expect(two).toEqual(one)
  clock.advance(1)
  expect((await frames(actor, ['machines']))[0]?.items).toEqual({ 1: { state: 'idle', reads: 2 } })
  expect(reads).toBe(2)
})

test('who may not hear a topic, or asks for one that nobody tells, gets none of it and costs nothing', async () => {
  const frames = framesOf()
  expect(await frames(testActor({ tags: ['screen.view'] }), ['machines', 'alarms'])).toEqual([])
  expect(await frames(actor, ['alarms'])).toEqual([])
  expect(reads).toBe(0)
})

test('a reading that fails is told to whoever asked, and the next second tries again', async () => {
  const frames = framesOf()
  fails = true
  await expect(frames(actor, ['machines'])).rejects.toThrow('no')
  fails = false
  clock.advance(1)
  expect(await frames(actor, ['machines'])).toHaveLength(1)
})
