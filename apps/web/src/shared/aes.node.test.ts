import { createCipheriv, createDecipheriv } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decryptBytes, encryptBytes, roundKeys } from './aes.ts'

const blocks = fc.uint8Array({ minLength: 16, maxLength: 16 })

test('AES as Node has it, for any key and text', () => {
  fc.assert(
    fc.property(blocks, fc.uint8Array({ maxLength: 100 }), (key, text) => {
      const node = createCipheriv('aes-128-ecb', key, null)
      const sealed = Uint8Array.from(Buffer.concat([node.update(text), node.final()]))
      expect(encryptBytes(roundKeys(key), text)).toEqual(sealed)
      expect(decryptBytes(roundKeys(key), sealed)).toEqual(text)
    }),
  )
})

test('bytes that were not encrypted are refused as Node refuses them', () => {
  fc.assert(
    fc.property(blocks, fc.uint8Array({ maxLength: 48 }), (key, bytes) => {
      const read = (decrypted: () => Uint8Array): number[] | null => {
        try {
          return [...decrypted()]
        } catch {
          return null
        }
      }
      const node = createDecipheriv('aes-128-ecb', key, null)
      const byNode = read(() => Buffer.concat([node.update(bytes), node.final()]))
      expect(read(() => decryptBytes(roundKeys(key), bytes))).toEqual(byNode)
    }),
  )
})
