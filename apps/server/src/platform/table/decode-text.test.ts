import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = '构件编号\t零件号\t数量\r\nGKZ-1\t1001\t2\r\n合计\t\t5\r\n'

describe('decodeText', () => {
  it.each([
    ['utf8', {}, 'utf-8'],
    ['utf8', { addBOM: true }, 'utf-8'],
    ['utf16le', { addBOM: true }, 'utf-16le'],
    ['utf16le', {}, 'utf-16le'],
    ['utf16be', { addBOM: true }, 'utf-16be'],
    ['utf16be', {}, 'utf-16be'],
    ['gb18030', {}, 'gb18030'],
    ['gbk', {}, 'gb18030'],
  ])('%s %o', (encoding, options, expected) => {
    expect(decodeText(iconv.encode(text, encoding, options))).toEqual({ text, encoding: expected })
  })

  it('takes lone accents for Western text', () => {
    const spanish = 'posición;descripción;cantidad\nP1;Viga año;2\n'
    expect(decodeText(iconv.encode(spanish, 'windows-1252'))).toEqual({
      text: spanish,
      encoding: 'windows-1252',
    })
  })

  it('forgives the Ctrl-Z of old editors and refuses bytes that are no text', () => {
    expect(decodeText(Buffer.from('ST\r\nEN\r\n\x1a'))?.text).toBe('ST\r\nEN\r\n')
    expect(decodeText(Buffer.from([0x41, 0, 0, 0, 0x42, 7, 8]))).toBeNull()
    expect(decodeText(Buffer.from([0xff, 0xff, 0xff]))).toBeNull()
    expect(decodeText(Buffer.from('a\0b,c'))).toBeNull()
  })
})
