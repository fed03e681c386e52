import { expect, test } from 'vitest'
import { readAnew } from './repeatedly.ts'

/** A reading of `world.is` that ends when it is told to. */
function slowReading() {
  const world = { is: 0, read: -1, readings: 0, atOnce: 0 }
  let running = 0
  const ends: (() => void)[] = []
  const refresh = readAnew(async () => {
    world.readings += 1
    running += 1
    world.atOnce = Math.max(world.atOnce, running)
    const saw = world.is
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
    if (saw < 0) throw new Error('away')
    world.read = saw
  })
  /** Ends the reading that runs, when it has begun. */
  const end = async () => {
    await expect.poll(() => ends.length).toBe(1)
    ends.shift()?.()
  }
  return { world, refresh, end }
}

test('who asks while a reading runs sees what was true when he asked; all who wait share one', async () => {
  const { world, refresh, end } = slowReading()
  const first = refresh()
  world.is = 1
  const others = [refresh(), refresh(), refresh()]
  await end()
  await first
  expect(world.read).toBe(0)
  await end()
  await Promise.all(others)
  expect(world).toEqual({ is: 1, read: 1, readings: 2, atOnce: 1 })
})

test('never two at once, whenever somebody asks', async () => {
  const { world, refresh, end } = slowReading()
  const first = refresh()
  const next = refresh()
  const between = first.then(() => refresh())
  await end()
  await first
  await end()
  await Promise.race([next, between])
  expect(world.atOnce).toBe(1)
})

test('one that fails is told to those who waited for it; the next reads on', async () => {
  const { world, refresh, end } = slowReading()
  world.is = -1
  const failing = refresh()
  world.is = 2
  const next = refresh()
  const failed = expect(failing).rejects.toThrow('away')
  await end()
  await failed
  await end()
  await next
  expect(world.read).toBe(2)
  const last = refresh()
  await end()
  await last
  expect(world.readings).toBe(3)
})
