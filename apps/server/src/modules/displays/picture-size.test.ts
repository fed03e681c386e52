import { expect, test } from 'vitest'
import { pictureSize } from './pictures.ts'

const webp = (form: string, body: readonly number[]) =>
  Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    Buffer.from(form, 'latin1'),
    Buffer.from([10, 0, 0, 0]),
    Buffer.from(body),
    Buffer.alloc(20),
  ])

test.each([
  // SOI, an application segment of 4 bytes, fill byte, SOF0 with 300 × 200.
  [
    'image/jpeg',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, 0xff, 0xc0, 0, 17, 8, 0, 200, 1, 44, 3, 0, 0]),
    { widthPx: 300, heightPx: 200 },
  ],
  // A Huffman table before the frame is no frame.
  [
    'image/jpeg',
    Buffer.from([0xff, 0xd8, 0xff, 0xc4, 0, 4, 9, 9, 0xff, 0xc2, 0, 17, 8, 0, 20, 0, 10, 3, 0, 0]),
    { widthPx: 10, heightPx: 20 },
  ],
  ['image/webp', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 64, 1, 100, 0]), { widthPx: 320, heightPx: 100 }],
  ['image/webp', webp('VP8L', [0x2f, 0x3f, 0xc0, 0x18, 0]), { widthPx: 64, heightPx: 100 }],
  ['image/webp', webp('VP8X', [0, 0, 0, 0, 63, 0, 0, 99, 0, 0]), { widthPx: 64, heightPx: 100 }],
  ['image/webp', webp('VP9 ', []), null],
  ['image/png', Buffer.alloc(40), null],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff]), null],
] as const)('%s says its size, or is none', (type, bytes, size) => {
  expect(pictureSize(type, bytes)).toEqual(size)
})
