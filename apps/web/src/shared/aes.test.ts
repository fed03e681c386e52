import { ecb } from '@noble/ciphers/aes.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aesEcb } from './aes.ts'

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

test('seals the block of FIPS 197, appendix C.1', () => {
  const sealed = aesEcb(hex('000102030405060708090a0b0c0d0e0f')).encrypt(
    hex('00112233445566778899aabbccddeeff'),
  )
  expect(sealed.subarray(0, 16)).toEqual(hex('69c4e0d86a7b0430d8cdb78070b4c55a'))
})

const keys = fc.uint8Array({ minLength: 16, maxLength: 16 })
const texts = fc.uint8Array({ maxLength: 200 })

test('seals and opens as a library does, whatever the key and the text', () => {
  fc.assert(
    fc.property(keys, texts, (key, text) => {
      const sealed = aesEcb(key).encrypt(text)
      expect(sealed).toEqual(ecb(key).encrypt(text))
      expect(Uint8Array.from(aesEcb(key).decrypt(sealed))).toEqual(text)
    }),
  )
})

test('refuses what the library refuses', () => {
  fc.assert(
    fc.property(keys, texts, (key, sealed) => {
      const opens = (open: () => Uint8Array) => {
        try {
          return [...open()]
        } catch {
          return null
        }
      }
      expect(opens(() => aesEcb(key).decrypt(sealed))).toEqual(opens(() => ecb(key).decrypt(sealed)))
    }),
  )
})
