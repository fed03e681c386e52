import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrPath } from './qr-code.tsx'

const scale = 4

/** Paints the path as a printer would, so that a reader that knows nothing of us can look at it. */
function painted(text: string, border: number) {
  const { path, size } = qrPath(text, border)
  const side = size * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let at = Number(x) * scale; at < (Number(x) + Number(width)) * scale; at += 1)
        data.set([0, 0, 0], (row * side + at) * 4)
    }
  }
  return { width: side, height: side, data }
}

test.each([
  'CF1:1:0b6f8a52-3c1e-4d7a-9e51-7f2c3a4b5d6e',
  'CF1:123456:ffffffff-ffff-4fff-bfff-ffffffffffff',
  'https://factory.example/wx/transfer?ticket=YCsn1uSLGQqkCkfe_UPbpxxu0Gu47FeqHcQbr3MPT',
])('%s is read back', (text) => {
  expect(decodeQR(painted(text, 4))).toBe(text)
})

test('without a border the code touches its edges, so that its size on paper is exact', () => {
  const { path, size } = qrPath('CF1:1:0b6f8a52-3c1e-4d7a-9e51-7f2c3a4b5d6e', 0)
  expect(size).toBe(29)
  expect(path).toMatch(/^M0 0h7v1H0z/)
})
