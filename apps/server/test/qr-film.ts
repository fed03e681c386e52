import { writeFileSync } from 'node:fs'
import encodeQR from 'qr'

const width = 640
const height = 480

/** Writes a Y4M video with a still image of a text's QR code, as seen by a camera in front of a label. */
export function filmOf(path: string, text: string): void {
  const code = encodeQR(text, 'raw', { border: 4 })
  const scale = Math.floor(height / code.length)
  const [left, top] = [width, height].map((room) => Math.floor((room - code.length * scale) / 2)) as [
    number,
    number,
  ]
  const light = Buffer.alloc(width * height, 235)
  for (const [row, cells] of code.entries())
    for (const [column, isDark] of cells.entries()) {
      if (!isDark) continue
      for (let y = 0; y < scale; y += 1) {
        const from = (top + row * scale + y) * width + left + column * scale
        light.fill(16, from, from + scale)
      }
    }
  const colours = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colours])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
}
