import { afterEach, expect, it, vi } from 'vitest'
import { newUuid } from './new-uuid.ts'

afterEach(() => vi.unstubAllGlobals())

it('is a UUID of version 4, and another one each time', () => {
  const made = Array.from({ length: 1000 }, newUuid)
  expect(new Set(made).size).toBe(1000)
  for (const uuid of made)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('fixes only the bits of version and variant', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) })
  expect(newUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0) })
  expect(newUuid()).toBe('00000000-0000-4000-8000-000000000000')
})
