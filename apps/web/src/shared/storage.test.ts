import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, valueStore } from './storage.ts'

function memory(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (name) => values.get(name) ?? null,
    key: (at) => [...values.keys()][at] ?? null,
    removeItem: (name) => void values.delete(name),
    setItem: (name, value) => void values.set(name, value),
  }
}

describe('stored encrypted: AES, ECB mode, PKCS7 padding, a fixed key', () => {
  test('comes back as it was', () => {
    for (const text of ['', '王建国', 'x'.repeat(16), JSON.stringify({ a: [1, '钢'] })])
      expect(decrypt(encrypt(text))).toBe(text)
  })

  test('equal blocks give equal blocks, and a full block gets a block of padding', () => {
    const bytes = atob(encrypt('0123456789abcdef'.repeat(2)))
    expect(bytes).toHaveLength(48)
    expect(bytes.slice(0, 16)).toBe(bytes.slice(16, 32))
  })

  test.each(['', 'plain', '%%%', 'AAAA', encrypt('ok').slice(0, -4), btoa('0123456789abcdef')])(
    '%j is corrupt',
    (sealed) => {
      expect(decrypt(sealed)).toBeNull()
    },
  )
})

describe('value store', () => {
  test('keeps values and forgets them', () => {
    const storage = memory()
    const store = valueStore(() => storage)
    store.set('token', 'abc')
    expect(storage.getItem('token')).not.toContain('abc')
    expect(store.get('token')).toBe('abc')
    store.remove('token')
    expect(store.get('token')).toBeNull()
  })

  test('a corrupt value counts as absent', () => {
    const storage = memory()
    storage.setItem('a', 'not encrypted')
    storage.setItem('b', encrypt('{not json'))
    const store = valueStore(() => storage)
    expect([store.get('a'), store.get('b')]).toEqual([null, null])
  })

  test('a forbidden storage is an empty one', () => {
    const store = valueStore(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    store.set('a', 1)
    store.remove('a')
    expect(store.get('a')).toBeNull()
  })
})
