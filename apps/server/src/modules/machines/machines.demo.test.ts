import { expect, test } from 'vitest'
import { shippedProfiles } from './shipped-profiles.ts'
import { demoGroups, placesOf } from './machines.demo-data.ts'

test('sixty machines, each of a shipped profile', () => {
  expect(demoGroups.reduce((sum, { count }) => sum + count, 0)).toBe(60)
  const codes = new Set(shippedProfiles.map(({ code }) => code))
  for (const { profile } of demoGroups) expect(codes).toContain(profile)
})

test('no two machines of a workshop stand in the same place', () => {
  for (const workshop of ['W1', 'W2', 'W3']) {
    const sizes = demoGroups
      .filter((group) => group.workshop === workshop)
      .flatMap(({ count, size }) => Array.from({ length: count }, () => size))
    const boxes = placesOf(sizes).map(({ x, y }, at) => ({
      x,
      y,
      w: sizes[at]?.[0] ?? 0,
      d: sizes[at]?.[1] ?? 0,
    }))
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        const apart =
          one.x + one.w <= other.x ||
          other.x + other.w <= one.x ||
          one.y + one.d <= other.y ||
          other.y + other.d <= one.y
        expect(apart).toBe(true)
      }
    expect(Math.max(...boxes.map(({ x, w }) => x + w))).toBeLessThanOrEqual(120)
  }
})
